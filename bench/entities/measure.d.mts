import type { FoundEntity, NamedText } from '../../src/text/entities/types.js';
import type { NameRow, RoomRow } from './sets.mjs';

export interface Rates {
  precision: number;
  recall: number;
  f1: number;
}
export interface KindRates {
  wanted: number;
  palace: Rates;
  original: Rates;
  palaceTogether: Rates;
  originalTogether: Rates;
}
export declare function measureNames(
  detect: (texts: NamedText[]) => FoundEntity[],
  rows: readonly NameRow[],
): Record<'person' | 'project' | 'tool' | 'organization' | 'place', KindRates>;
export declare function measureRooms(
  route: (text: string, rooms: string[]) => string,
  rows: readonly RoomRow[],
): { palace: Rates; original: Rates; originalConversation: Rates };
