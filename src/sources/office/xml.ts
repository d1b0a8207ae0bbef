/** What a part of a document is made of, in its order. Names without their prefix: `p` of `w:p`. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads XML (or XHTML) piece by piece, forgiving: what is not well-formed is read as far as it can be. No entity is expanded but
 * those of XML and HTML. UTF-8, and UTF-16 where it begins with its mark.
 */
export async function parseXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler, html = false): Promise<void> {
  const { Parser } = await import('htmlparser2');
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(localName(name), localNames(attributes)),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(localName(name)),
    },
    { xmlMode: !html, decodeEntities: true, recognizeSelfClosing: true },
  );
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.write(decoder?.decode() ?? '');
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const local: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    local[localName(name)] ??= value;
    // `r:id` beside `id`: the relation is wanted by its whole name.
    local[name] = value;
  }
  return local;
}
