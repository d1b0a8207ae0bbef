import type { MapPlan } from './plan.js';

/** The map as a Mermaid flowchart: a subgraph a wing, rooms with their drawers, dotted lines for shared rooms, thick ones for tunnels made. */
export function mermaid({ wings, tunnels }: MapPlan): string {
  const ids = nodeIds(wings);
  const lines = ['flowchart LR'];
  for (const [at, { wing, drawers, rooms, more }] of wings.entries()) {
    lines.push(`  subgraph w${at}["${mermaidText(`${wing} (${drawers})`)}"]`);
    for (const { key, room, drawers: own } of rooms)
      lines.push(`    ${ids.get(key)}(["${mermaidText(`${room} (${own})`)}"])`);
    if (more > 0) lines.push(`    w${at}more["and ${more} more"]`);
    lines.push('  end');
  }
  for (const { from, to, label, explicit } of tunnels) {
    const words = explicit && label !== '' ? `|"${mermaidText(label)}"|` : '';
    lines.push(`  ${ids.get(from)} ${explicit ? '===' : '-.-'}${words} ${ids.get(to)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The map in the language of Graphviz: a cluster a wing, rooms sized by their drawers. Draw it with `fdp` or `dot`. */
export function dot({ wings, tunnels }: MapPlan): string {
  const ids = nodeIds(wings);
  const most = Math.max(1, ...wings.flatMap(({ rooms }) => rooms.map(({ drawers }) => drawers)));
  const lines = [
    'graph palace {',
    '  graph [fontname="Helvetica", overlap=false, splines=true, compound=true];',
    '  node [fontname="Helvetica", fontsize=10, shape=ellipse, style=filled, fillcolor="#eef2f7", color="#8a9bb0"];',
    '  edge [color="#7a6fb0"];',
  ];
  for (const [at, { wing, drawers, rooms, more }] of wings.entries()) {
    lines.push(
      `  subgraph cluster_${at} {`,
      `    label=${dotText(`${wing} (${drawers})`)}; style=rounded; color="#b8c4d4";`,
    );
    for (const { key, room, drawers: own } of rooms) {
      const width = (0.5 + 1.2 * Math.sqrt(own / most)).toFixed(2);
      lines.push(`    ${ids.get(key)} [label=${dotText(`${room}\n${own}`)}, width=${width}];`);
    }
    if (more > 0) lines.push(`    w${at}more [label=${dotText(`and ${more} more`)}, shape=plaintext, style=""];`);
    lines.push('  }');
  }
  for (const { from, to, label, explicit, weight } of tunnels) {
    const style = explicit ? 'penwidth=2.5' : `style=dashed, penwidth=${(0.5 + weight).toFixed(2)}`;
    lines.push(`  ${ids.get(from)} -- ${ids.get(to)} [${style}${explicit ? `, label=${dotText(label)}` : ''}];`);
  }
  return `${lines.join('\n')}\n}\n`;
}

function nodeIds(wings: MapPlan['wings']): Map<string, string> {
  return new Map(wings.flatMap(({ rooms }) => rooms.map(({ key }) => key)).map((key, at) => [key, `r${at}`]));
}

/** `#` begins an entity in Mermaid, and a quote ends the text. */
function mermaidText(text: string): string {
  return text
    .replace(/[\x00-\x1f\x7f]/g, ' ')
    .replaceAll('#', '#35;')
    .replaceAll('"', '#quot;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;')
    .replaceAll('`', '#96;');
}

function dotText(text: string): string {
  return `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replace(/[\x00-\x1f\x7f]/g, ' ')}"`;
}
