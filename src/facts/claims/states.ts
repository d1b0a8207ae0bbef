/** What states mean; a state that is in none of them is compared with none. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  done: [
    'done',
    'finished',
    'complete',
    'completed',
    'closed',
    'shipped',
    'resolved',
    'merged',
    'released',
    '完成',
    '已完成',
    '结束',
    '上线',
  ],
  open: [
    'open',
    'in progress',
    'in_progress',
    'ongoing',
    'active',
    'started',
    'to do',
    'todo',
    'planned',
    'under way',
    '进行中',
    '未完成',
    '开发中',
  ],
  blocked: ['blocked', 'on hold', 'paused', 'waiting', '阻塞', '暂停', '搁置'],
  cancelled: ['cancelled', 'canceled', 'abandoned', 'dropped', '取消', '已取消'],
};

/** The class of a state as the graph has it; undefined for one that is not known. */
export function stateOf(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  return Object.entries(STATES).find(([, words]) => words.includes(word))?.[0];
}

/** Whether a text is a state (`done`), and so no name. */
export function isState(text: string): boolean {
  return stateOf(text) !== undefined;
}
