/** The part of @xenova/transformers that is used, by the path that does not load its image and audio parts. */
declare module '@xenova/transformers/src/tokenizers.js' {
  export interface Tokenizer {
    encode(text: string): number[];
    readonly model_max_length?: number;
    readonly pad_token_id?: number;
    readonly return_token_type_ids: boolean;
  }
  export type TokenizerClass = new (tokenizer: object, config: object) => Tokenizer;
  export const PreTrainedTokenizer: TokenizerClass;
}
