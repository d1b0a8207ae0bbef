import type { TrustResult } from '../../services/trust/trust.js';
import type { Output } from './output.js';

export function renderTrust({ palace, trusted, changed }: TrustResult, out: Output): void {
  const state = trusted ? 'trusted' : 'not trusted';
  out.line(changed ? `${palace} is ${state} on this machine now` : `${palace} was ${state} already`);
}
