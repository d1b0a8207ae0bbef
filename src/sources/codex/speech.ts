import { isInjected, isPictureMark } from './injected.js';
import type { Layer } from './mirrors.js';
import type { Rollout } from './rollout.js';

/** What somebody said, unless another layer has it already. True when it was taken. */
export function speak(
  rollout: Rollout,
  layer: Layer,
  role: 'user' | 'assistant' | 'thinking',
  texts: readonly string[],
  stamp: ReturnType<Rollout['stamp']>,
): boolean {
  const { log } = rollout;
  const own: string[] = [];
  for (const text of texts) {
    if (role === 'user' && isInjected(text)) {
      if (!rollout.mirrors.isCopy(layer, 'context', text)) log.system('context', text, stamp);
    } else if (role === 'user' && isPictureMark(text)) log.tally.add('picture marks', Buffer.byteLength(text));
    else if (text !== '') own.push(text);
  }
  if (own.length === 0) return true;
  const whole = own.join('\n');
  if (rollout.mirrors.isCopy(layer, role, whole)) {
    log.tally.add('mirror copies', Buffer.byteLength(whole));
    return false;
  }
  if (role === 'user') rollout.turns.push(log.length);
  for (const text of own) {
    if (role === 'thinking') log.say('assistant', text, stamp, 'thinking');
    else log.say(role === 'user' ? rollout.person : 'assistant', text, stamp);
  }
  return true;
}
