import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docx, epub, pdf, pptx, xlsx } from '../../src/sources/adapters/documents.js';
import { judgeName } from '../../src/sources/file-lists.js';
import { chooseAdapter } from '../../src/sources/registry.js';
import type { SourceAdapter, SourceUnit } from '../../src/sources/types.js';
import { longRun } from '../support/counts.js';
import { tempDir } from '../support/temp.js';
import { zipOf } from '../support/zip.js';
import { docxOf, epubOf, escaped, paragraph, pdfOf, pptxOf, xlsxOf } from './document-support.js';
import { candidateOf, notKept, plainRoot, read, write } from './support.js';

async function result(adapter: SourceAdapter, bytes: Buffer) {
  const folder = tempDir();
  const name = `a.${adapter.name}`;
  write(folder, { [name]: bytes });
  return read(adapter, plainRoot(folder, 'notes'), name);
}

async function unitOf(adapter: SourceAdapter, bytes: Buffer): Promise<SourceUnit> {
  const found = await result(adapter, bytes);
  if ('skipped' in found) throw new Error(JSON.stringify(found.skipped));
  const [unit] = found.units;
  if (unit === undefined) throw new Error('no unit');
  return unit;
}

const bodyOf = async (adapter: SourceAdapter, bytes: Buffer): Promise<string> =>
  (await unitOf(adapter, bytes)).body.toString('utf8');

/** Words that no format has a reason to change. */
const phrase = fc.stringMatching(/^[\p{L}<>&"'.,0-9]{1,12}(?: [\p{L}<>&"'.,0-9]{1,12}){0,6}$/u);

describe('docx', () => {
  it('gives headings, lists, tables and notes in their order', async () => {
    const cell = (text: string, more = ''): string => `<w:tc><w:tcPr>${more}</w:tcPr>${text}</w:tc>`;
    const bytes = docxOf(
      [
        paragraph('Harbour', 'Title'),
        paragraph('Plan', 'berschrift2'),
        `<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`,
        '<w:p/>',
        ...['a', 'b'].map(
          (item) =>
            `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>${item}</w:t></w:r></w:p>`,
        ),
        `<w:tbl><w:tr>${cell(paragraph('wide\there'), '<w:gridSpan w:val="2"/>')}${cell(paragraph('x') + paragraph('y'))}</w:tr><w:tr>${cell(paragraph('1'))}${cell(paragraph(''))}${cell(`<w:tbl><w:tr>${cell(paragraph('in'))}${cell(paragraph('ner'))}</w:tr></w:tbl>`)}</w:tr></w:tbl>`,
        '<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>',
      ].join(''),
      {
        'word/footnotes.xml': `<w:footnotes><w:footnote w:type="separator" w:id="0">${paragraph('---')}</w:footnote><w:footnote w:id="2">${paragraph('a note')}</w:footnote></w:footnotes>`,
        'word/comments.xml': `<w:comments><w:comment w:id="1" w:author="Ann">${paragraph('really?')}</w:comment></w:comments>`,
        'word/header1.xml': `<w:hdr>${paragraph('top')}</w:hdr>`,
        'word/media/a.png': Buffer.alloc(7),
      },
    );
    const unit = await unitOf(docx, bytes);
    expect(unit.body.toString()).toBe(
      '# Harbour\n\n## Plan\n\none\ttwo\nthree[^2]\n\n- a\n- b\nwide here\t\tx y\n1\t\tin ner\n\nbox\n\n[^2]: a note\n\n[^c1]: Ann: really?\n',
    );
    expect(unit).toMatchObject({ title: 'Tide & pier', date: '2026-02-03T04:05:06.000Z', facts: { author: 'Ines' } });
    expect(notKept(unit)).toEqual({ 'deleted text': 1, 'headers and footers': 1, pictures: 1 });
  });

  it('keeps the words of any paragraphs, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(phrase, { minLength: 1, maxLength: 30 }), async (words) => {
        expect(await bodyOf(docx, docxOf(words.map((text) => paragraph(text)).join('')))).toBe(
          `${words.join('\n\n')}\n`,
        );
      }),
      { numRuns: longRun(20, 500) },
    );
  });
});

describe('pptx', () => {
  it('gives slides in the order of the presentation, with tables and notes', async () => {
    const table =
      '<a:tbl><a:tr><a:tc><a:p><a:r><a:t>k</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>v</a:t></a:r></a:p></a:tc></a:tr></a:tbl>';
    const unit = await unitOf(
      pptx,
      pptxOf([
        { title: 'First', lines: ['a', 'b & c'], notes: 'say hello' },
        { title: 'Second', lines: [], more: table },
      ]),
    );
    expect(unit.body.toString()).toBe(
      '## Slide 1\n\n### First\n\na\nb & c\n\nNotes: say hello\n\n## Slide 2\n\n### Second\n\nk\tv\n',
    );
    expect(unit.facts).toEqual({ author: 'Ines', slides: 2 });
    expect(notKept(unit)['slide numbers, dates and footers']).toBe(3);
  });
});

describe('xlsx', () => {
  it('gives the cells of each sheet as rows, dates as dates', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
      '<row r="2"><c r="A2" s="1"><v>46085</v></c><c r="B2" s="2"><v>46085.5</v></c><c r="C2" s="3"><f>1+1</f><v>2</v></c></row>',
      '<row r="4"><c r="B4" t="inlineStr"><is><t>in\nline</t></is></c><c r="D4" t="b"><v>1</v></c><c t="str"><v>next</v></c></row>',
      '<row r="5"><c r="A5"/></row>',
    ].join('');
    const unit = await unitOf(
      xlsx,
      xlsxOf({ 'A & B': rows, empty: '' }, [
        '<t>name</t>',
        '<r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh>',
      ]),
    );
    expect(unit.body.toString()).toBe(
      '## A & B\n\nname\t\trich text\n2026-03-04\t2026-03-04T12:00:00\t2\n\tin line\t\tTRUE\tnext\n',
    );
    expect(notKept(unit)).toEqual({ 'empty sheets': 1, formulas: 1 });
  });

  it('gives back any table', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(phrase, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        async (table) => {
          const rows = table.map(
            (row, at) =>
              `<row r="${at + 1}">${row.map((text, column) => `<c r="${'ABCDE'[column]}${at + 1}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`).join('')}</row>`,
          );
          expect(await bodyOf(xlsx, xlsxOf({ s: rows.join('') }))).toBe(
            `## s\n\n${table.map((row) => row.join('\t')).join('\n')}\n`,
          );
        },
      ),
      { numRuns: longRun(20, 500) },
    );
  });
});

describe('epub', () => {
  it('gives the chapters in reading order as a reader shows them', async () => {
    const unit = await unitOf(
      epub,
      epubOf([
        '<h1>One\n day</h1><p>Some  <i>words</i>,<br/>a line.</p><script>no()</script><ul><li>x</li><li>y</li></ul><pre>a\n  b</pre>',
        '<table><tr><th>k</th><td><p>v</p><p>w</p></td></tr></table><p>&nbsp;</p><p>end &amp; all</p>',
      ]),
    );
    expect(unit.body.toString()).toBe(
      '# One day\n\nSome words,\na line.\n\n- x\n- y\n\na\n  b\n\nk\tv w\n\nend & all\n',
    );
    expect(unit).toMatchObject({ title: 'The pier', date: '2025-05-06', facts: { author: 'Tomas', chapters: 2 } });
  });

  it('names a book that its shop protects, and a missing chapter', async () => {
    const drm =
      '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>';
    expect(await result(epub, epubOf(['<p>x</p>'], { 'META-INF/encryption.xml': drm }))).toMatchObject({
      skipped: { reason: 'encrypted' },
    });
    const opf =
      '<package><manifest><item id="a" href="gone.xhtml"/><item id="b" href="text/c 0.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
    expect(await unitOf(epub, epubOf(['<p>here</p>'], { 'OEBPS/book.opf': opf }))).toMatchObject({
      notes: [expect.stringContaining('gone.xhtml is missing')],
    });
  });
});

describe('pdf', () => {
  it('gives pages with their lines, and counts those that are pictures', async () => {
    const unit = await unitOf(pdf, pdfOf([['Tide (high) \\ low', 'caf\xe9'], [], ['last']]));
    expect(unit.body.toString()).toBe('## Page 1\n\nTide (high) \\ low\ncafé\n\n## Page 3\n\nlast\n');
    expect(unit).toMatchObject({
      title: 'Tide tables',
      date: '2026-03-04T09:15:00.000Z',
      facts: { author: 'Ines', pages: 3 },
    });
    expect(notKept(unit)).toEqual({ 'pages without text': 1 });
    expect(await result(pdf, pdfOf([[]]))).toMatchObject({
      skipped: { reason: 'empty', detail: expect.stringContaining('pictures') },
    });
  });

  it('names what is protected or damaged', async () => {
    const locked = pdfOf(
      [['x']],
      `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> >>`,
    );
    expect(await result(pdf, locked)).toMatchObject({ skipped: { reason: 'encrypted' } });
    expect(await result(pdf, Buffer.from('%PDF-1.7\nnothing more'))).toMatchObject({ skipped: { reason: 'damaged' } });
  });

  it('reads 300 pages in bounded memory', async () => {
    const page = Array.from(
      { length: 40 },
      (_, line) => `line ${line} of words that stand on a page and go on to its end`,
    );
    const bytes = pdfOf(Array.from({ length: 300 }, () => page));
    const before = process.memoryUsage().rss;
    const unit = await unitOf(pdf, bytes);
    expect(unit.body.toString().match(/^## Page/gm)).toHaveLength(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  }, 60_000);
});

describe('every document', () => {
  it('that is protected, no document, or a trap is named', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    expect(await result(docx, compound)).toMatchObject({ skipped: { reason: 'encrypted' } });
    expect(await result(xlsx, Buffer.from('PK\x03\x04 and no more'))).toMatchObject({ skipped: { reason: 'damaged' } });
    const secret = zipOf([{ name: 'word/document.xml', content: 'x', encrypted: true }]);
    expect(await result(docx, secret)).toMatchObject({ skipped: { reason: 'encrypted' } });
    const bomb = zipOf([{ name: 'word/document.xml', content: 'x', claims: 80 * 1024 * 1024 }]);
    expect(await result(docx, bomb)).toMatchObject({ skipped: { reason: 'unsafe-archive' } });
    expect(await result(docx, docxOf(''))).toMatchObject({ skipped: { reason: 'empty' } });
  });

  it('that is damaged in the middle is kept up to there, and that is said', async () => {
    const words = Array.from({ length: 2000 }, (_, at) => paragraph(`Sentence ${at} of ${at * 7919}.`)).join('');
    const bytes = zipOf([
      { name: 'word/document.xml', content: `<w:document><w:body>${words}</w:body></w:document>`, spoilFrom: 12_000 },
    ]);
    const unit = await unitOf(docx, bytes);
    expect(unit.body.toString()).toMatch(/^Sentence 0 of 0\.\n\nSentence 1 of 7919\./);
    expect(unit.notes?.[0]).toMatch(/^a\.docx: word\/document\.xml is damaged/);
  });

  it('is chosen in every mode but that for files of a project', () => {
    const folder = tempDir();
    write(folder, { 'a.docx': docxOf(paragraph('x')), 'a.pdf': pdfOf([['x']]) });
    for (const [name, adapter] of [
      ['a.docx', docx],
      ['a.pdf', pdf],
    ] as const) {
      for (const place of ['notes', 'project'] as const)
        expect(chooseAdapter(candidateOf(plainRoot(folder, place), name), undefined, 'auto')).toBe(adapter);
      expect(['auto', 'chats', 'files'].map((mode) => judgeName(name, mode as 'auto'))).toEqual([
        'text',
        'text',
        'extension',
      ]);
    }
  });
});
