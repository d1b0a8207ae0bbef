import type { HallRule } from '../hall-rules.js';

/** What somebody likes or is used to, beyond what the label `preference` knows. */
export const preferences: readonly HallRule[] = [
  [
    'like love enjoy hate dislike',
    /\b(?:we|they|you) (?:really |all |both |still )?(?:like|love|enjoy|hate|dislike) (?:to\b|\w+ing\b)/,
  ],
  [
    "don't doesn't not",
    /\b(?:i|we|he|she|they) (?:don't|doesn't|do not|does not) (?:really |particularly )?(?:like|enjoy|love)\b(?! (?:me|you|him|her|us|them)\b)/,
  ],
  ['want wants', /\b(?:i|we|he|she|they) wants? (?:you to|(?:their|his|her|my|our) \w+ (?:as|in|without)\b)/],
  ['comfortable', /\bmore comfortable (?:with|in|using)\b/],
  ['favourite favorite', /\b(?:my|our|his|her|their) (?:all-time )?favou?rite\b/],
  ['go', /\b(?:my|our|his|her) go-to \w+/],
  ['into', /\b(?:i'm|i am|he's|she's|we're) (?:really |very |totally )?into \w+/],
  ['person', /\b(?:morning|night|cat|dog|tea|coffee|beach|city) person\b/],
  ['preferred', /\b(?:my|our|his|her|their) preferred \w+/],
];
