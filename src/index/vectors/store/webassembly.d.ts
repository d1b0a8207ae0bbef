/** The part of WebAssembly that is used: Node has it, its types of this version do not. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }

  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, Memory>>);
    readonly exports: Record<string, Memory | ((...numbers: number[]) => void)>;
  }
}
