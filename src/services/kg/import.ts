import { EXIT, PalaceError } from '../../base/errors.js';
import { factDate } from '../../facts/dates.js';
import { Facts } from '../../facts/facts.js';
import { OverlayGroups } from '../../facts/overlay.js';
import type { ObjectId } from '../../git/types.js';
import { OWN_SCOPE, Redactor } from '../../palace/redactor.js';
import type { Palace, SecretFinding } from '../../palace/types.js';
import { type ContentInput, readContent } from '../content/content.js';
import { checkStatement, decideAdd, type KgAddRequest, type KgAddResult } from './add.js';
import { type EntitySeed, seedsOf } from './seeds.js';
import { writeFacts } from './write.js';

export interface KgImportRequest {
  content: ContentInput;
  /** Say what would be done; write nothing. */
  dry_run?: boolean;
  by?: string;
}

export interface KgImportResult {
  success: true;
  /** Entities that were described, and facts by what became of them. */
  entities: number;
  added: number;
  merged: number;
  unchanged: number;
  /** Facts that ended because another value took their place. */
  ended: number;
  facts: Pick<KgAddResult, 'status' | 'triple_id' | 'fact' | 'notes'>[];
  /** Values of the file that no fact could be made of, and why. */
  skipped: { entry: string; reason: string }[];
  commit: ObjectId | null;
  secrets: SecretFinding[];
}

/**
 * Takes in a JSON file: entity facts in the form of the original (an object by key), or a list of facts with the names of
 * `kg query` (`subject`, `predicate`, `object`, `valid_from`, …). All or nothing, one commit; a second time changes nothing.
 * @throws PalaceError `bad-import` (exit 2) when the file is neither; what is wrong with one entry is in `skipped`.
 */
export async function importFacts(palace: Palace, request: KgImportRequest): Promise<KgImportResult> {
  const { body } = await readContent(palace, request.content);
  const redactor = new Redactor(palace);
  const data = await redactor.redactValue(parseJson(body.toString('utf8')), OWN_SCOPE);
  const skipped: KgImportResult['skipped'] = [];
  const seeds: EntitySeed[] = Array.isArray(data) ? [] : seedsOf(data, skipped);
  const statements = Array.isArray(data) ? statementsOf(data, skipped) : [];
  const { answer, ...written } = await writeFacts(palace, { ...request, redactor }, ({ facts, writer, now }) => {
    const overlay = OverlayGroups.over(facts.groups);
    if (overlay === undefined) throw new Error('nothing to disagree about');
    const grown = new Facts(overlay, { aliases: facts.aliases, singleValued: facts.singleValued });
    let taken = 0;
    const take = (): void => {
      overlay.put(writer.events.slice(taken));
      taken = writer.events.length;
    };
    let entities = 0;
    for (const { name, type, properties } of seeds) {
      const before = grown.entity(name);
      const fresh = Object.entries(properties).filter(([key, value]) => before?.properties[key] !== value);
      const newType = before?.type === type || type === undefined ? undefined : type;
      if (fresh.length === 0 && newType === undefined && before !== undefined) continue;
      writer.entity(grown.resolve(name).name, newType, Object.fromEntries(fresh));
      entities++;
      take();
    }
    const results: KgImportResult['facts'] = [];
    let ended = 0;
    for (const given of [...seeds.flatMap((seed) => seed.facts), ...statements]) {
      const { source_closet: closet, source_file: file, source_drawer: drawer } = given;
      const provenance = {
        ...(closet !== undefined && { closet }),
        ...(file !== undefined && { file }),
        ...(drawer !== undefined && { drawer }),
      };
      const decided = decideAdd({ facts: grown, writer, now }, checkStatement(given), provenance, given.also ?? false);
      take();
      const { status, triple_id, fact, notes } = decided.answer;
      ended += decided.answer.ended.length;
      results.push({ status, triple_id, fact, notes });
    }
    const count = (status: KgAddResult['status']): number => results.filter((each) => each.status === status).length;
    if (request.dry_run) writer.events.length = 0;
    return {
      subject: `kg import: ${count('added')} added, ${count('merged')} merged, ${entities} described`,
      answer: {
        success: true as const,
        entities,
        added: count('added'),
        merged: count('merged'),
        unchanged: count('unchanged'),
        ended,
        facts: results,
        skipped,
      },
    };
  });
  return { ...answer, ...written };
}

/** One JSON value, or a JSON object a line. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > 1 && lines.every((line) => line.trimStart().startsWith('{')))
      return lines.map((line, at) => {
        try {
          return JSON.parse(line) as unknown;
        } catch {
          throw badImport(`line ${at + 1} is no JSON`);
        }
      });
    throw badImport(error instanceof Error ? error.message : 'it is no JSON');
  }
}

function statementsOf(list: readonly unknown[], skipped: KgImportResult['skipped']): KgAddRequest[] {
  return list.flatMap((entry, at) => {
    try {
      const request = statementOf(entry);
      checkStatement(request);
      return [request];
    } catch (error) {
      if (!(error instanceof PalaceError)) throw error;
      skipped.push({ entry: `${at + 1}`, reason: error.message });
      return [];
    }
  });
}

const TEXTS = ['valid_from', 'valid_to', 'source_closet', 'source_file', 'source_drawer'] as const;

function statementOf(entry: unknown): KgAddRequest {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw badImport('it is no object');
  const { subject, predicate, object, confidence, ...rest } = entry as Record<string, unknown>;
  if (typeof subject !== 'string' || typeof predicate !== 'string' || typeof object !== 'string')
    throw badImport('it has no subject, predicate and object');
  const request: KgAddRequest = { subject, predicate, object };
  if (typeof confidence === 'number') request.confidence = confidence;
  for (const key of TEXTS) {
    const value = rest[key];
    if (typeof value === 'string') request[key] = value;
  }
  for (const [key, field] of [
    ['valid_from', 'from'],
    ['valid_to', 'to'],
  ] as const)
    if (request[key] !== undefined) factDate(request[key], field);
  return request;
}

function badImport(why: string): PalaceError {
  return new PalaceError('bad-import', `these facts cannot be taken in: ${why}`, {
    exit: EXIT.usage,
    next: [
      'a list of {"subject", "predicate", "object", "valid_from", …}',
      'or an object {"kai": {"full_name", "type", "birthday", "parent", "partner", "interests": []}}',
    ],
  });
}
