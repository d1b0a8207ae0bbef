import type { Message } from '../../palace/transcript-types.js';

type Stamp = Pick<Message, 'time'>;

/** U+200E: the app sets it before words of its own. */
const MARK = '\u200e';
/** iPhone: `‎<attached: 0001-PHOTO.jpg>`, in the language of the phone. */
const ATTACHED = /\u200e?<[^<>:\n]{3,30}: ?([^<>\n]+\.\w{1,8})>$/;
/** Android: `IMG-20260104-WA0001.jpg (file attached)` and a caption below. */
const FILE = /^\u200e?([^\n]{1,200}\.\w{1,8}) \(([^()\n]{3,40})\)(?:\n([\s\S]*))?$/;
const WHATSAPP_FILE = /^(?:IMG|VID|AUD|PTT|STK|DOC)-\d{8}-WA\d+\.\w+$/;
const FILE_WORDS =
  /^(?:file attached|Datei angehängt|archivo adjunto|fichier joint|file allegato|arquivo anexado|ficheiro anexado|bestand bijgevoegd|файл добавлен|文件附件|檔案已附加)$/i;
const OMITTED =
  /^(?:<?(?:(?:media|image|video|audio|sticker|document|GIF|Contact card|video note) omitted|(?:Medien|Bild|Video|Audio|Sticker|Dokument|GIF) (?:ausgeschlossen|weggelassen)|Multimedia omitido|(?:imagen|vídeo|audio|sticker|documento|GIF) omitid[oa]|(?:Médias?|image|vidéo|audio|sticker|document|GIF) (?:omis|absente?)|Media omessi|(?:immagine|video|audio|sticker|documento|GIF) omess[oai]|Mídia oculta|Arquivo de mídia oculto|(?:imagem|vídeo|áudio|figurinha|documento|GIF) ocult[oa]|Media weggelaten|Pominięto multimedia|Без медиафайлов|省略多媒体文件|忽略多媒體檔)>?)$/i;
const EDITED =
  / ?\u200e?<(?:This message was edited|Diese Nachricht wurde bearbeitet\.?|Se editó este mensaje\.?|Ce message a été modifié\.?|Questo messaggio è stato modificato\.?|Esta mensagem foi editada\.?|Dit bericht is bewerkt\.?)>$/;
const EDITED_MARKED = / ?\u200e<[^<>\n]{5,60}>$/;
const DELETED =
  /^\u200e?(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|Se eliminó este mensaje|Eliminaste este mensaje|Ce message a été supprimé|Vous avez supprimé ce message|Questo messaggio è stato eliminato|Esta mensagem foi apagada|Dit bericht is verwijderd)\.?$/;
/** A poll is the person's question: words of the app before each of its lines. */
const POLL = /^\u200e[^\n]{2,40}:\n[^\n]+\n\u200e/;

/** `Name: text` behind a head; no speaker for what the app says by itself (Android). */
export function speakerOf(rest: string): { speaker?: string; text: string } {
  const end = /: |:$/.exec(rest.split('\n', 1)[0] ?? '');
  const name = end === null ? undefined : rest.slice(0, end.index);
  if (end === null || name === undefined || name.length > 100 || /["“”„«»]/.test(name)) return { text: rest };
  // `~ ` before a name says that the person is not in the phone book.
  const speaker = name.replace(/[\u200e\u200f\u202a-\u202e]/g, '').replace(/^~[ \u00a0\u202f]?/, '');
  return { speaker, text: rest.slice(end.index + end[0].length) };
}

/** What one entry of the export says, as messages: a file and its caption are two. */
export function messagesOf(rest: string, stamp: Stamp): Message[] {
  const { speaker, text: whole } = speakerOf(rest);
  if (speaker === undefined) return [{ ...stamp, speaker: '', kind: 'notice', text: unmarked(whole) }];
  const base = { ...stamp, speaker };
  if (DELETED.test(whole)) return [{ ...base, kind: 'notice', text: unmarked(whole), attributes: { deleted: 'true' } }];
  const file = FILE.exec(whole);
  if (file !== null && (FILE_WORDS.test(file[2] ?? '') || WHATSAPP_FILE.test(file[1] ?? '')))
    return withCaption(base, file[1] ?? '', file[3] ?? '');
  const attached = ATTACHED.exec(whole);
  if (attached !== null) return withCaption(base, attached[1] ?? '', whole.slice(0, attached.index).trimEnd());
  if (OMITTED.test(unmarked(whole)))
    return [{ ...base, kind: 'attachment', text: '', attributes: { omitted: unmarked(whole).replace(/^<|>$/g, '') } }];
  const edited = EDITED.exec(whole) ?? EDITED_MARKED.exec(whole);
  const said = edited === null ? whole : whole.slice(0, edited.index);
  const extra = edited === null ? {} : { attributes: { edited: 'true' } };
  if (POLL.test(said)) return [{ ...base, ...extra, kind: 'text', text: unmarked(said) }];
  if (said.startsWith(MARK)) return [{ ...base, ...extra, kind: 'notice', text: unmarked(said) }];
  return [{ ...base, ...extra, kind: 'text', text: said }];
}

function withCaption(base: Pick<Message, 'speaker' | 'time'>, title: string, caption: string): Message[] {
  const messages: Message[] = [{ ...base, kind: 'attachment', text: '', attributes: { title } }];
  const edited = EDITED.exec(caption);
  const said = edited === null ? caption : caption.slice(0, edited.index);
  if (said.trim() !== '')
    messages.push({ ...base, kind: 'text', text: said, ...(edited !== null && { attributes: { edited: 'true' } }) });
  return messages;
}

/** Without the app's marks. In what a person wrote they stay. */
function unmarked(text: string): string {
  return text.replaceAll(MARK, '');
}
