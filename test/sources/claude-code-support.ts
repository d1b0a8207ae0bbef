import fc from 'fast-check';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const id = fc.constantFrom(...IDS);
const call = fc.constantFrom('c1', 'c2', 'c3');
const text = fc.oneof(
  fc.constantFrom('yes', 'go on', ' ', 'go on, yes', 'look\n### [user] at it', '<system-reminder>x</system-reminder>'),
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 10, unit: 'binary' }),
);
const timestamp = fc.option(
  fc.integer({ min: 0, max: 9 }).map((second) => `2026-03-04T10:00:0${second}Z`),
  { nil: undefined, freq: 8 },
);
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('thinking'), thinking: text }),
  fc.record({ type: fc.constant('tool_use'), id: call, name: fc.constantFrom('Bash', 'Read'), input: fc.object() }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: call, content: text }),
  fc.record({ type: fc.constant('image'), source: fc.constant({ media_type: 'image/png', data: 'AAAA' }) }),
);

const message = fc
  .record(
    {
      type: fc.constantFrom('user', 'assistant', 'assistant', 'user', 'system', 'attachment', 'progress', 'human'),
      uuid: fc.option(id, { nil: undefined, freq: 12 }),
      parentUuid: fc.option(fc.oneof(id, id, fc.constant('lost')), { nil: null, freq: 5 }),
      logicalParentUuid: fc.option(id, { nil: undefined, freq: 1 }),
      sessionId: fc.constant('s1'),
      timestamp,
      content: fc.oneof(text, fc.array(block, { maxLength: 3 }), fc.constant(7)),
      model: fc.constantFrom('m1', 'm1', 'm2', '<synthetic>', undefined),
      messageId: fc.constantFrom('x', 'y', 'z', undefined),
      isSidechain: fc.constantFrom(false, false, false, true),
      agentId: fc.constantFrom(undefined, undefined, 'one', 'two'),
      isCompactSummary: fc.constantFrom(undefined, undefined, undefined, true),
      isMeta: fc.constantFrom(undefined, undefined, undefined, true),
      toolUseResult: fc.option(fc.anything({ maxDepth: 2 }), { nil: undefined, freq: 1 }),
      attachment: fc.constantFrom(
        undefined,
        { type: 'queued_command', prompt: 'yes' },
        { type: 'hook_x', content: 'h' },
      ),
    },
    { noNullPrototype: true },
  )
  .map(({ content, model, messageId, ...record }) =>
    record.type === 'system' || record.type === 'attachment'
      ? { ...record, content }
      : { ...record, message: { role: record.type, content, model, id: messageId } },
  );

const bookkeeping = fc.oneof(
  fc.record({
    type: fc.constant('queue-operation'),
    operation: fc.constantFrom('enqueue', 'enqueue', 'enqueue', 'dequeue', 'dequeue', 'remove', 'popAll'),
    content: fc.option(text, { nil: undefined, freq: 6 }),
    timestamp,
  }),
  fc.record({ type: fc.constant('last-prompt'), leafUuid: id }),
  fc.record({ type: fc.constant('summary'), summary: text, leafUuid: id }),
  fc.record({ type: fc.constantFrom('custom-title', 'ai-title'), customTitle: text, aiTitle: text }),
);

/** Records of a session that follow each other, as Claude Code writes them when nothing goes wrong. */
const orderly = fc
  .array(fc.record({ who: fc.constantFrom('user', 'assistant'), text }), { maxLength: 12 })
  .map((turns) =>
    turns.map(({ who, text: content }, index) => ({
      type: who,
      uuid: IDS[index],
      parentUuid: index === 0 ? null : IDS[index - 1],
      sessionId: 's1',
      timestamp: `2026-03-04T10:00:${String(index).padStart(2, '0')}Z`,
      message: { role: who, content },
    })),
  );

const line = fc.oneof(
  { weight: 8, arbitrary: message.map((record) => JSON.stringify(record)) },
  { weight: 3, arbitrary: bookkeeping.map((record) => JSON.stringify(record)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '  ', '{"type":"user"', '[1]', 'null', '{"type":"user","uuid":"k","message":3}'),
  },
);

/** Files of sessions as they are, were, and should never be: rewound, made again, compacted, queued, damaged, repeated. */
export const sessionFiles: fc.Arbitrary<string> = fc
  .tuple(orderly, fc.array(line, { maxLength: 25 }), fc.boolean(), fc.nat({ max: 25 }))
  .map(([first, second, isEnded, place]) => {
    const lines = first.map((record) => JSON.stringify(record));
    const mixed = [...lines.slice(0, place), ...second, ...lines.slice(place)];
    return `${mixed.join('\n')}${isEnded ? '\n' : ''}`;
  });
