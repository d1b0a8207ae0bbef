import { type ZipEntry, zipOf } from '../support/zip.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function parts(files: Readonly<Record<string, string | Buffer>>, more: Partial<ZipEntry> = {}): Buffer {
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content, ...more })));
}

const CORE = `${XML}<cp:coreProperties xmlns:dc="d" xmlns:cp="c" xmlns:dcterms="t"><dc:title>Tide &amp; pier</dc:title><dc:creator>Ines</dc:creator><dcterms:created>2026-01-01T00:00:00Z</dcterms:created><dcterms:modified>2026-02-03T04:05:06Z</dcterms:modified></cp:coreProperties>`;

const rels = (all: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `${XML}<Relationships>${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

/** A Word document of this body (the inside of `w:body`). */
export function docxOf(body: string, more: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  return parts({
    '[Content_Types].xml': `${XML}<Types/>`,
    'docProps/core.xml': CORE,
    'word/document.xml': `${XML}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `${XML}<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>`,
    ...more,
  });
}

export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;

/** A presentation; each slide is its title, paragraphs, and the speaker's notes. Stored in the reverse order of its slides. */
export function pptxOf(
  slides: readonly { title: string; lines: readonly string[]; notes?: string; more?: string }[],
): Buffer {
  const shape = (place: string, lines: readonly string[]): string =>
    `<p:sp><p:nvSpPr><p:nvPr>${place === '' ? '' : `<p:ph type="${place}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const files: Record<string, string> = {
    'docProps/core.xml': CORE,
    'ppt/presentation.xml': `${XML}<p:presentation><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(
      slides.map((_, at) => [`r${at}`, 'slide', `slides/slide${slides.length - at}.xml`]),
    ),
  };
  for (const [at, { title, lines, notes, more = '' }] of slides.entries()) {
    const name = `slide${slides.length - at}.xml`;
    files[`ppt/slides/${name}`] =
      `${XML}<p:sld><p:cSld>${shape('title', [title])}${shape('', lines)}${more}${shape('sldNum', [String(at + 1)])}</p:cSld></p:sld>`;
    if (notes === undefined) continue;
    files[`ppt/slides/_rels/${name}.rels`] = rels([['n', 'notesSlide', `../notesSlides/n${at}.xml`]]);
    files[`ppt/notesSlides/n${at}.xml`] = `${XML}<p:notes>${shape('body', [notes])}${shape('sldNum', ['1'])}</p:notes>`;
  }
  return parts(files);
}

/** A workbook; each sheet is the inside of `sheetData`. Styles 1 and 2 are a date and a date with time, 0 and 3 are none. */
export function xlsxOf(
  sheets: Readonly<Record<string, string>>,
  strings: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Buffer {
  const names = Object.keys(sheets);
  return parts({
    'docProps/core.xml': CORE,
    'xl/workbook.xml': `${XML}<workbook><sheets>${names.map((name, at) => `<sheet name="${escaped(name)}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(names.map((_, at) => [`r${at}`, 'worksheet', `/xl/worksheets/sheet${at}.xml`])),
    'xl/sharedStrings.xml': `${XML}<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="[Red]#,##0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `${XML}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });
}

/** A book; each chapter is the inside of `body`. */
export function epubOf(chapters: readonly string[], more: Readonly<Record<string, string>> = {}): Buffer {
  return parts({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    'OEBPS/book.opf': `${XML}<package><metadata><dc:title>The pier</dc:title><dc:creator>Tomas</dc:creator><dc:date>2025-05-06</dc:date></metadata><manifest>${chapters.map((_, at) => `<item id="c${at}" href="text/c%20${at}.xhtml"/>`).join('')}</manifest><spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, at) => [
        `OEBPS/text/c ${at}.xhtml`,
        `${XML}<html><head><title>no</title></head><body>${body}</body></html>`,
      ]),
    ),
    ...more,
  });
}

/** A PDF of pages with these lines (Latin letters), written by hand. */
export function pdfOf(pages: readonly (readonly string[])[], trailer = ''): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${5 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    "<< /Title (Tide tables) /Author (Ines) /ModDate (D:20260304101500+01'00') >>",
  ];
  for (const [at, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -14 Td`).join('\n');
    const content = `BT /F1 12 Tf 72 720 Td\n${shown}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + 2 * at} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
