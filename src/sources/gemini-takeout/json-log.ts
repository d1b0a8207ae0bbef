import { createHash } from 'node:crypto';
import { timeOfText } from '../export-time.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import { jsonElements } from '../json-stream.js';
import type { Tally } from '../tally.js';
import type { Candidate } from '../types.js';
import { type Activity, type HeldActivity, held, isGemini } from './activity.js';

/** The entries of the product in `MyActivity.json`, in the order of the file. Those of other products are counted. */
export async function jsonActivities(candidate: Candidate, maxBytes: number, tally: Tally): Promise<HeldActivity[]> {
  const activities: HeldActivity[] = [];
  const seen = new Set<string>();
  const records = jsonElements(candidate, {
    maxBytes,
    beginnings: [['header', 'title']],
    onDamage: ({ bytes }) => tally.add('damaged records', bytes),
  });
  for await (const { value, bytes, replaced } of records) {
    if (replaced > 0) tally.add('invalid bytes', replaced, replaced);
    if (!isObject(value)) tally.add('damaged records', bytes);
    else if (!isGemini(textOf(value.header) ?? '')) tally.add('activity of other products', bytes);
    else {
      const key = keyOf(value);
      if (seen.has(key)) tally.add('repeated records', bytes);
      else activities.push(held(activityOf(value, bytes)));
      seen.add(key);
    }
  }
  return activities;
}

/** Of the same entry the same; short, for logs of years. */
function keyOf(record: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64');
}

function activityOf(record: JsonObject, bytes: number): Activity {
  const activity: Activity = {
    title: textOf(record.title) ?? '',
    files: [
      ...new Set([
        ...listOf(record.attachedFiles).flatMap(({ name }) => textOf(name) ?? []),
        ...(textOf(record.imageFile) ? [String(record.imageFile)] : []),
      ]),
    ],
    answers: listOf(record.safeHtmlItem).flatMap(({ html }) => textOf(html) ?? []),
    bytes,
  };
  const time = timeOfText(record.time);
  const url = textOf(record.titleUrl);
  if (time !== undefined) activity.time = time;
  if (url !== undefined) activity.url = url;
  return activity;
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
