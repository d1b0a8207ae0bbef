import { advice } from './en-halls/advice.js';
import { discoveries } from './en-halls/discoveries.js';
import { events } from './en-halls/events.js';
import { facts } from './en-halls/facts.js';
import { preferences } from './en-halls/preferences.js';
import type { HallRules } from './hall-rules.js';

/** English. */
export const enHalls: HallRules = { facts, events, discoveries, preferences, advice };
