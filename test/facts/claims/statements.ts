import { type Kind, TEMPLATES, type Template } from './templates.js';
import { Dice, type World } from './world.js';

/** A statement and what is wrong with it: nothing when `kinds` is empty. */
export interface Statement {
  template: Template;
  text: string;
  kinds: readonly Kind[];
}

/**
 * As many true as false statements, made by taking turns among the templates. `fits`: which templates take part.
 * The same seed gives the same statements.
 */
export function makeStatements(
  world: World,
  seed: string,
  count: number,
  fits: (template: Template) => boolean = () => true,
): Statement[] {
  const templates = TEMPLATES.filter(fits);
  const able = templates.filter(({ kinds }) => kinds.length > 0);
  const dice = new Dice(`statements ${seed}`);
  const statements: Statement[] = [];
  for (let index = 0; index < count / 2; index++) {
    const wrong = able[index % able.length];
    const right = templates[index % templates.length];
    if (wrong === undefined || right === undefined) throw new Error('no templates');
    statements.push({ template: wrong, text: wrong.say(world, dice, false), kinds: wrong.kinds });
    statements.push({ template: right, text: right.say(world, dice, true), kinds: [] });
  }
  return statements;
}
