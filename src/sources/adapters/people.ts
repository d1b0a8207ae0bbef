import type { SourceAdapter } from '../types.js';
import { aider } from './aider.js';
import { discord } from './discord.js';
import { mail } from './mail.js';
import { plainTranscript } from './plain-transcript.js';
import { slack } from './slack.js';
import { srt } from './srt.js';
import { telegram } from './telegram.js';
import { webvtt } from './webvtt.js';
import { whatsapp } from './whatsapp.js';

/** Adapters of what people say to each other: chats, meetings, mail; and aider's history, which is text too. */
export const PEOPLE: readonly SourceAdapter[] = [
  aider,
  plainTranscript,
  whatsapp,
  webvtt,
  srt,
  slack,
  discord,
  telegram,
  mail,
];
