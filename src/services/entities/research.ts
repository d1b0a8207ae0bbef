import type { Runtime } from '../../base/runtime.js';
import type { EntityKind, FoundEntity } from '../../text/entities/types.js';

/** What a page about a word says; undefined when there is no page. @throws when it cannot be asked. */
export type Look = (language: string, title: string) => Promise<WikiPage | undefined>;

export interface WikiPage {
  disambiguation: boolean;
  /** Description and first paragraph. */
  text: string;
}

/** Names that are looked up in one run. */
const MOST = 20;
const TIMEOUT_MS = 5_000;

const NAMES =
  /\b(?:given name|personal name|first name|forename|surname|family name|(?:masculine|feminine|male|female|unisex) (?:given )?name|(?:irish|welsh|scottish|gaelic|hebrew|arabic|norse|old english|greek|slavic) name|is a name|as a name)\b|人名|姓氏|名字/iu;
const PERSON =
  /\b(?:born (?:in )?\d|\(\d{4}[–-]\d{4}\)|(?:singer|actor|actress|politician|writer|footballer|scientist|musician)\b)/iu;
const PLACE =
  /\b(?:city|town|village|municipality|district|county|province|island|mountain|river|capital|region|country|commune)\b (?:in|of|on)\b|城市|省|县|村|岛/iu;
const TOOL =
  /\b(?:software|programming language|database|framework|library|operating system|web browser|application|tool)\b|软件|编程语言|数据库/iu;
const COMPANY =
  /\b(?:company|organi[sz]ation|university|institute|corporation|non-?profit|publisher)\b|公司|大学|组织/iu;

/**
 * Looks uncertain names up in Wikipedia: only ever on request, and what it says is a hint (guess and evidence), never certain.
 * That there is no page says nothing. Without a network the names stay as they are, with one line.
 */
export async function research(
  found: readonly FoundEntity[],
  runtime: Pick<Runtime, 'signal'>,
  look: Look = lookUp(runtime.signal),
): Promise<{ found: FoundEntity[]; notes: string[] }> {
  const open = found.filter(({ kind }) => kind === 'uncertain').slice(0, MOST);
  const answers = new Map<string, FoundEntity>();
  let failed = '';
  for (const entity of open) {
    if (failed !== '') break;
    try {
      const page = await look(/\p{Script=Han}/u.test(entity.name) ? 'zh' : 'en', entity.name);
      if (page !== undefined) answers.set(entity.name, withPage(entity, page));
    } catch (error) {
      failed = error instanceof Error ? error.message : String(error);
    }
  }
  const notes =
    failed === ''
      ? [`${open.length} uncertain ${open.length === 1 ? 'name was' : 'names were'} looked up in Wikipedia`]
      : [`Wikipedia could not be asked (${failed}); names stay uncertain`];
  return { found: found.map((one) => answers.get(one.name) ?? one), notes };
}

function withPage(entity: FoundEntity, page: WikiPage): FoundEntity {
  const kind = kindOf(page.text);
  const quote = page.text.replace(/\s+/gu, ' ').slice(0, 80);
  if (kind === undefined) return entity;
  const evidence = {
    signal: page.disambiguation ? 'Wikipedia, one of several' : 'Wikipedia',
    kind,
    count: 1,
    quote,
    source: 'wikipedia.org',
  };
  const confidence = page.disambiguation ? 0.4 : 0.5;
  return {
    ...entity,
    guess: entity.guess ?? kind,
    confidence:
      entity.guess === null || entity.guess === kind ? Math.max(entity.confidence, confidence) : entity.confidence,
    evidence: [...entity.evidence, evidence],
  };
}

/** A page about a name comes first: "Paris is a city" does not make "May (given name)" a place. */
function kindOf(text: string): EntityKind | undefined {
  if (NAMES.test(text) || PERSON.test(text)) return 'person';
  if (PLACE.test(text)) return 'place';
  if (TOOL.test(text)) return 'tool';
  return COMPANY.test(text) ? 'organization' : undefined;
}

/** The summary of a page, as Wikipedia's own interface gives it. */
function lookUp(signal: AbortSignal | undefined): Look {
  return async (language, title) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(
      `https://${language}.wikipedia.org/api/rest_v1/page/summary/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
      {
        headers: { 'user-agent': 'gitpalace (https://www.npmjs.com/package/gitpalace)', accept: 'application/json' },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      },
    );
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const page = (await answer.json()) as { type?: string; description?: string; extract?: string };
    return {
      disambiguation: page.type === 'disambiguation',
      text: [page.description, page.extract].filter((part) => typeof part === 'string').join('. '),
    };
  };
}
