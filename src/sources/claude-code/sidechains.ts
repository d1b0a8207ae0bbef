import type { Message } from '../../palace/transcript-types.js';
import { marked } from './conversation.js';
import { type RecordIds, UNPLACED } from './record-ids.js';

/** What a sub-agent was told and answered. */
export interface Sidechain {
  /** `agentId`, else the record that its branch begins with. */
  name: string;
  /** The model that it began with. */
  model?: string;
  messages: Message[];
}

export interface SidechainRecord {
  id?: string;
  /** Of its id. */
  number?: number;
  parent: string | null;
  agentId?: string;
  model?: string;
}

/** Records of the sub-agents of a session, which stand between those of the main agent. */
export class Sidechains {
  readonly groups: Sidechain[] = [];
  /** Bytes of the records that have messages. */
  bytes = 0;
  readonly #numbers = new Map<string, number>();
  #records = 0;

  /**
   * @param ids Where each record stands: here -1 less the number of its group. What is not below 0 stands elsewhere.
   * @param isHeld Whether the messages are wanted.
   */
  constructor(
    private readonly ids: RecordIds,
    private readonly isHeld: boolean,
  ) {}

  add(record: SidechainRecord, messages: readonly Message[]): void {
    const number = this.#groupOf(record);
    const group = this.groups[number];
    if (group === undefined) return;
    if (record.number !== undefined) this.ids.place(record.number, -1 - number);
    group.model ??= record.model;
    if (!this.isHeld) return;
    const other = record.model === group.model ? undefined : record.model;
    for (const message of marked(messages, false, other)) group.messages.push(message);
  }

  #groupOf({ id, parent, agentId }: SidechainRecord): number {
    const place = this.#records++;
    const parents = parent === null ? UNPLACED : this.ids.placeOf(parent);
    if (agentId === undefined && parents < 0 && parents !== UNPLACED) return -1 - parents;
    const name = agentId ?? id ?? `sidechain-${place}`;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.groups.length;
      this.#numbers.set(name, number);
      this.groups.push({ name, messages: [] });
    }
    return number;
  }
}
