import type { OfficePackage } from './package.js';

/** A part that another one refers to. */
export interface Relation {
  /** Name of the part in the package. */
  target: string;
  /** Last word of its kind: `slide`, `notesSlide`, `worksheet`, … */
  kind: string;
}

/** What a part refers to inside the package, by id. */
export async function relationsOf(document: OfficePackage, part: string): Promise<ReadonlyMap<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const relations = new Map<string, Relation>();
  await document.parse(`${folder}_rels/${part.slice(slash)}.rels`, {
    open: (name, { Id, Target, Type, TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External') return;
      const kind = Type?.slice(Type.lastIndexOf('/') + 1) ?? '';
      relations.set(Id, { target: resolvePart(folder, Target), kind });
    },
  });
  return relations;
}

/** The part that a reference from a folder (with `/` at its end, or '') leads to. */
export function resolvePart(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : `${folder}${target}`;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
