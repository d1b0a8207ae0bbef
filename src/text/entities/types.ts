/** What a name stands for. */
export const ENTITY_KINDS = ['person', 'project', 'tool', 'organization', 'place'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** Why a name is taken for what it is. */
export interface Evidence {
  /** What speaks for it: `says`, `greeted`, `git author`, … */
  signal: string;
  kind: EntityKind;
  /** How often it was seen. */
  count: number;
  /** The words around the first place; at most 80 characters. */
  quote: string;
  /** File or drawer of the first place. */
  source: string;
}

/** A name that was found, and what it seems to be. */
export interface FoundEntity {
  name: string;
  /** `uncertain` where nothing decides. */
  kind: EntityKind | 'uncertain';
  /** What an uncertain name most likely is; null where nothing speaks. Otherwise the kind. */
  guess: EntityKind | null;
  /** 0 to 1, two decimals. */
  confidence: number;
  /** Enough, of two sorts at least, to be taken without asking. */
  certain: boolean;
  /** Places where the name stands as a name. */
  mentions: number;
  /** Shorter forms that stand for it ("Ivora" for "Ivora Tinn"), and addresses of a git author. */
  aliases: string[];
  /** The strongest first. */
  evidence: Evidence[];
}

/** A text to be read, and what it is called in the evidence. */
export interface NamedText {
  source: string;
  text: string;
}

/** A name that is known from elsewhere than prose: a git author, a manifest. */
export interface Authority {
  name: string;
  kind: EntityKind;
  /** `git author`, `package.json`, … */
  signal: string;
  count: number;
  source: string;
  aliases?: readonly string[];
  /** Counts only where the texts mention the name: dependencies are many. Default false. */
  onlyIfMentioned?: boolean;
}

/** One place of a name with what its surroundings say. */
export interface Mention {
  name: string;
  /** A capital letter says nothing here: the first word of a sentence, a heading. */
  initial: boolean;
  signals: readonly Signal[];
  quote: string;
}

/** A sign in the text: which kind it speaks for, and how strongly. Points below zero speak against. */
export interface Signal {
  signal: string;
  kind: EntityKind;
  points: number;
}
