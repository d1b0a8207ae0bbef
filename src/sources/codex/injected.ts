const TAGS = [
  'environment_context',
  'user_instructions',
  'permissions instructions',
  'turn_aborted',
  'skill',
  'skills_instructions',
  'apps_instructions',
  'plugins_instructions',
  'user_shell_command',
  'user_action',
  'subagent_notification',
  'collaboration_mode',
  'personality_spec',
  'model_switch',
  'hook_prompt',
  'INSTRUCTIONS',
];
const TAGGED = new RegExp(`^\\s*<(${TAGS.join('|')})(?: [^<>]*)?>[\\s\\S]*</\\1>\\s*$`);

/** True for a text in the person's place that the program wrote: instructions, the state of the machine, notes to the model. */
export function isInjected(text: string): boolean {
  return text.startsWith('# AGENTS.md instructions for ') || TAGGED.test(text);
}

/** Marks around a picture in the words that go to the model. */
export function isPictureMark(text: string): boolean {
  return /^\s*(?:<image(?: [^<>]*)?>|<\/image>)\s*$/.test(text);
}
