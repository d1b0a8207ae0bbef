import { PalaceCommand } from '../../src/cli/base-command.js';

export default class HookWork extends PalaceCommand {
  static override summary = 'File the conversations that hooks have put down.';
  static override description =
    'Hooks start this in the background; run it by hand to see what happens. One at a time in a palace.';
  static override examples = ['<%= config.bin %> hook work'];

  async run(): Promise<void> {
    await this.parse(HookWork);
    const { captureAll } = await import('../../src/hooks/capture.js');
    const result = await captureAll(await this.palace());
    this.emit(result, ({ saved, failed, busy }, out) => {
      if (busy) out.line('another worker is at it');
      else out.line(`${saved} conversations filed${failed > 0 ? `, ${failed} failed: see hooks.log` : ''}`);
    });
  }
}
