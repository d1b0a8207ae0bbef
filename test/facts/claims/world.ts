import { createHash } from 'node:crypto';

/** The day on which all statements are made. */
export const TODAY = '2026-06-01';

export interface WorldFact {
  subject: string;
  predicate: string;
  object: string;
  from?: string;
  to?: string;
}

export type Tongue = 'en' | 'zh';

/** A value that holds since a day, and one that held before it. */
export interface Held {
  now: string;
  since: string;
  before: string;
  until: string;
}

export interface Person {
  name: string;
  /** A slip of the pen that no other person is called. */
  typo: string;
  tongue: Tongue;
  org: Held;
  project: Held;
  city: Held;
  tool: Held;
  birthday: string;
  manager: string;
  spouse: string;
  sibling: string;
}

/** Work that one person has. */
export interface Task {
  name: string;
  tongue: Tongue;
  owner: string;
  status: string;
}

export interface Project {
  name: string;
  tongue: Tongue;
  lead: string;
}

export interface Choice {
  tool: string;
  tongue: Tongue;
  by: string;
}

/** Something with a date that was moved once. */
export interface Appointment {
  name: string;
  tongue: Tongue;
  relation: 'ends_on' | 'due' | 'starts_on';
  date: string;
  before: string;
}

export interface World {
  people: Person[];
  tasks: Task[];
  projects: Project[];
  choices: Choice[];
  appointments: Appointment[];
  facts: WorldFact[];
}

/** Numbers that are the same for the same seed. */
export class Dice {
  #drawn = 0;

  constructor(private readonly seed: string) {}

  below(limit: number): number {
    const digest = createHash('sha256')
      .update(`${this.seed}:${this.#drawn++}`)
      .digest();
    return digest.readUInt32BE(0) % limit;
  }

  /** One of the items for which `fits` is true. */
  pick<T>(items: readonly T[], fits: (item: T) => boolean = () => true): T {
    const fitting = items.filter(fits);
    const item = fitting[this.below(Math.max(1, fitting.length))];
    if (item === undefined) throw new Error('nothing fits');
    return item;
  }
}

const VALUES = {
  en: {
    people: [
      ['Dana', 'Danna'],
      ['Ravi', 'Ravii'],
      ['Soren', 'Sorren'],
      ['Priya', 'Prya'],
      ['Kai Moreno', 'Kai Morreno'],
      ['Ingrid', 'Ingred'],
      ['Tobias', 'Tobais'],
      ['Marguerite', 'Margurite'],
    ],
    orgs: ['Globex', 'Initech', 'Umbrella Labs', 'Northwind', 'Vandelay'],
    projects: ['Orion', 'Nova', 'Halcyon', 'Driftwood', 'Meridian'],
    cities: ['Lisbon', 'Oslo', 'Porto', 'Helsinki', 'Galway'],
    tools: ['Postgres', 'Keycloak', 'Svelte', 'Kafka', 'Figma'],
    tasks: ['invoice-import', 'ledger-export', 'search-index', 'onboarding-flow'],
    appointments: ['sprint 14', 'beta release', 'budget review', 'photo contest'],
  },
  zh: {
    people: [
      ['林岚', '林兰'],
      ['陈立', '陈力'],
      ['王珂', '王柯'],
      ['何洋', '何阳'],
      ['欧阳靖', '欧阳婧'],
      ['郑文爽', '郑文霜'],
    ],
    orgs: ['新港科技', '云帆软件', '青鸟数据', '北辰实验室'],
    projects: ['灯塔', '飞鱼', '远航计划', '白鹭'],
    cities: ['杭州', '成都', '厦门', '苏州'],
    tools: ['TiDB', 'Pulsar', 'Vite', 'Flink'],
    tasks: ['发票导入', '账单导出', '登录改造', '搜索优化'],
    appointments: ['迭代七', '年度大会', '春季评审', '摄影比赛'],
  },
} as const;

/** A made-up world, the same for the same seed, and all facts of it. */
export function makeWorld(seed: string): World {
  const dice = new Dice(`world ${seed}`);
  const world: World = { people: [], tasks: [], projects: [], choices: [], appointments: [], facts: [] };
  for (const tongue of ['en', 'zh'] as const) {
    const values = VALUES[tongue];
    const names = values.people.map(([name]) => name);
    names.forEach((name, index) => {
      // Couples are neighbours in the list; brothers and sisters are two apart, managers three.
      const spouse = names[index % 2 === 0 ? (index + 1) % names.length : index - 1] ?? '';
      const sibling = names[index % 4 < 2 ? (index + 2) % names.length : index - 2] ?? '';
      const person: Person = {
        name,
        typo: values.people[index]?.[1] ?? '',
        tongue,
        org: held(dice, values.orgs),
        project: held(dice, values.projects),
        city: held(dice, values.cities),
        tool: held(dice, values.tools),
        birthday: day(1968 + dice.below(30), dice),
        manager: names[(index + 3) % names.length] ?? '',
        spouse,
        sibling,
      };
      world.people.push(person);
      world.facts.push(...factsOf(person));
    });
    const others = (count: number): string => names[count % names.length] ?? '';
    values.tasks.forEach((name, index) => {
      const status = index % 2 === 0 ? 'in progress' : 'done';
      world.tasks.push({ name, tongue, owner: others(index), status });
      world.facts.push({ subject: name, predicate: 'assigned_to', object: others(index), from: '2026-01' });
      world.facts.push({ subject: name, predicate: 'status', object: status, from: '2026-04' });
    });
    values.projects.forEach((name, index) => {
      world.projects.push({ name, tongue, lead: others(index + 1) });
      world.facts.push({ subject: others(index + 1), predicate: 'leads', object: name, from: '2025' });
    });
    values.tools.forEach((tool, index) => {
      world.choices.push({ tool, tongue, by: others(index + 2) });
      world.facts.push({ subject: others(index + 2), predicate: 'chose', object: tool, from: '2025-02' });
    });
    values.appointments.forEach((name, index) => {
      const relation = (['ends_on', 'due', 'starts_on'] as const)[index % 3] ?? 'due';
      const date = `2026-06-${String(8 + dice.below(20)).padStart(2, '0')}`;
      const before = `2026-07-${String(3 + dice.below(20)).padStart(2, '0')}`;
      world.appointments.push({ name, tongue, relation, date, before });
      world.facts.push({ subject: name, predicate: relation, object: before, to: '2026-05-20' });
      world.facts.push({ subject: name, predicate: relation, object: date, from: '2026-05-21' });
    });
  }
  return world;
}

function held(dice: Dice, values: readonly string[]): Held {
  const now = dice.pick(values);
  const before = dice.pick(values, (value) => value !== now);
  const since = `${2019 + dice.below(5)}-0${1 + dice.below(9)}`;
  const until = `${Number(since.slice(0, 4)) - 1}-11`;
  return { now, since, before, until };
}

function day(year: number, dice: Dice): string {
  return `${year}-0${1 + dice.below(9)}-${10 + dice.below(18)}`;
}

function factsOf({ name: subject, ...person }: Person): WorldFact[] {
  const values = (predicate: string, { now, since, before, until }: Held): WorldFact[] => [
    { subject, predicate, object: before, from: '2015', to: until },
    { subject, predicate, object: now, from: since },
  ];
  return [
    ...values('works_at', person.org),
    ...values('works_on', person.project),
    ...values('lives_in', person.city),
    ...values('uses', person.tool),
    { subject, predicate: 'birthday', object: person.birthday },
    { subject, predicate: 'reports_to', object: person.manager },
    { subject, predicate: 'married_to', object: person.spouse },
    { subject, predicate: 'sibling_of', object: person.sibling },
  ];
}
