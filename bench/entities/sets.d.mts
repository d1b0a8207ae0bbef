export interface NameRow {
  id: string;
  text: string;
  entities: { name: string; type: string }[];
}
export interface RoomRow {
  id: string;
  text: string;
  rooms: string[];
  label: string;
}
export interface Split<Row> {
  tune: Row[];
  held: Row[];
}
export declare function modelEvalFolder(): string | undefined;
export declare function englishNames(folder: string): Split<NameRow>;
export declare function chineseNames(): Split<NameRow>;
export declare function englishRooms(folder: string): Split<RoomRow>;
export declare function chineseRooms(): Split<RoomRow>;
