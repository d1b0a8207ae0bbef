/** Tests must not see the machine's git settings: signing, hooks, templates, default branch names. */
export default function setup(): void {
  process.env.GIT_CONFIG_NOSYSTEM = '1';
  process.env.GIT_CONFIG_GLOBAL = '/dev/null';
  for (const name of Object.keys(process.env))
    if (name.startsWith('PALACE_') && !name.startsWith('PALACE_TEST')) delete process.env[name];
}
