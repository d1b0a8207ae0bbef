import type { LanguagePack } from './language.js';

/** Chinese: particles, pronouns, conjunctions and question words, as a word segmenter gives them. */
export const zh: LanguagePack = {
  code: 'zh',
  stopWords:
    `的 了 是 在 我 你 他 她 它 们 我们 你们 他们 她们 它们 咱们 自己 这 那 这个 那个 这些 那些 这里 那里 和 与 及 或 而 且 但 但是 可是
不过 然后 因为 所以 如果 虽然 就 都 也 还 又 很 太 再 才 把 被 给 对 对于 关于 从 到 向 往 于 以 为 为了 之 其 个 吗 呢 吧 啊 呀 哦 嗯 么 什么 怎么 怎样 怎么样
为什么 为何 哪 哪个 哪里 哪些 谁 多少 几 何时 有 没有 不 没 不是 要 会 能 可以 应该 可能 一个 一些 一下 请 让 得 地 着 过 来 去 上 下 里 中 时 时候`.split(
      /\s+/,
    ),
};
