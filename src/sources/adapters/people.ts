import type { SourceAdapter } from '../types.js';
import { discord } from './discord.js';
import { mail } from './mail.js';
import { plainTranscript } from './plain-transcript.js';
import { slack } from './slack.js';
import { srt } from './srt.js';
import { telegram } from './telegram.js';
import { webvtt } from './webvtt.js';
import { whatsapp } from './whatsapp.js';

/** Adapters of what people say to each other: chats, meetings, mail. */
export const PEOPLE: readonly SourceAdapter[] = [
  plainTranscript,
  whatsapp,
  webvtt,
  srt,
  slack,
  discord,
  telegram,
  mail,
];
