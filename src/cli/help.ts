import { Help } from '@oclif/core/help';

/** oclif's help; a place of its own so that it is loaded only when it is asked for. */
export class PalaceHelp extends Help {}
