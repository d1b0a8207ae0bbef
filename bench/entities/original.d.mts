export interface OriginalEntity {
  name: string;
  type: 'person' | 'project' | 'uncertain';
  confidence: number;
  score: number;
  count: number;
}
export declare function candidatesOf(text: string): Map<string, number>;
export declare function detectLikeOriginal(text: string): OriginalEntity[];
export declare function routeLikeOriginal(text: string, rooms: readonly string[]): string;
export declare function conversationRoomLikeOriginal(text: string): string;
