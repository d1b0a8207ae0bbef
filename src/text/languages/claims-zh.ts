import type { ClaimForm, ClaimLanguage, ClaimRelation } from './claims.js';

type Says = ClaimForm['says'];

function forms(relation: ClaimRelation, says: Says, ...list: string[]): ClaimForm[] {
  return list.map((form) => ({ relation, says, form }));
}

function implied(relation: ClaimRelation, says: Says, ...list: string[]): ClaimForm[] {
  return forms(relation, says, ...list).map((form) => ({ ...form, implied: true }));
}

function state(value: string, form: string): ClaimForm {
  return { relation: 'status', says: 'holds', value, form: `{S}${form}(?=[，。；！、]|$)` };
}

const BOSS = '(?:直属)?(?:上司|上级|经理|主管|领导|老板)';
const SWITCH = '(?:换成|换到|切换到|切到|迁移到|迁到|搬到|转到)了?';
const CHOSE = '(?:决定(?:采用|使用|选用|用|选)|选了|选择了?|选定了?|选中了|挑了|采用了)';

/** Chinese (simplified), as it is written in notes and chats. */
export const claimsZh: ClaimLanguage = {
  code: 'zh',
  unspaced: true,
  cues: '[在于加入离开退出从做忙参从搬换切迁转用弃领带主持牵负维完搞交写选采挑定荐议创设发向对的和是欢偏替取代来入岁生结截到开安启没未进阻卡搁暂消住]',
  adverbs: '(?:现在|目前|仍然|依然|如今|仍|还|一直|已经|已|也|都|平时|最近|后来|其实|主要|就|才|刚)*',
  articles: '',
  hedges:
    '(?:如果|假如|要是|倘若|是否|是不是|会不会|有没有|可能|也许|或许|大概|似乎|听说|据说|以为|希望|打算|应该|假设|除非|为什么|曾经?|以前|之前|建议)',
  doubts: '(?:是错的|不对|吗|不是真的|不成立)',
  notNames: [],
  ambiguousNames: [],
  ourselves: ['我们', '咱们'],
  roles: {
    妻子: 'married_to',
    丈夫: 'married_to',
    太太: 'married_to',
    老婆: 'married_to',
    老公: 'married_to',
    爱人: 'married_to',
    夫妻: 'married_to',
    夫妇: 'married_to',
    哥哥: 'sibling_of',
    弟弟: 'sibling_of',
    姐姐: 'sibling_of',
    妹妹: 'sibling_of',
    兄妹: 'sibling_of',
    姐弟: 'sibling_of',
    兄弟: 'sibling_of',
    姐妹: 'sibling_of',
    儿子: 'child_of',
    女儿: 'child_of',
    父亲: 'parent_of',
    母亲: 'parent_of',
    爸爸: 'parent_of',
    妈妈: 'parent_of',
    表哥: 'cousin_of',
    表妹: 'cousin_of',
    导师: 'mentor_of',
    上司: 'manager_of',
    经理: 'manager_of',
    主管: 'manager_of',
  },
  conjunctions: '(?:因为|所以|但是|但|而且|而|然后|另外|比如|例如|目前|现在)',
  anyThings: '(?:我们|内部|工具|这里|全部|大家|公司|项目|团队|.*(?:前|后|时|上|里|中|次)|每.*|.*每次.*|.*的时候)',
  notThings:
    '(?:喜欢|偏好|继续|希望|想|要|可以|能|不|没|没有|会|应该|打算|准备|建议|如果|只|别|去掉|不要|为什么|之前|以前|原来|再|正好|先|把|由|最后|最终|用|走|给|了|的|是|在)$',
  personalVerbs: '喜欢|偏好|住在|入职|出生',
  familyNames:
    '欧阳|上官|司马|诸葛|东方|皇甫|尉迟|公孙|慕容|司徒|王|李|张|刘|陈|杨|黄|赵|吴|周|徐|孙|马|朱|胡|郭|何|高|林|罗|郑|梁|谢|宋|唐|许|韩|冯|邓|曹|彭|曾|肖|田|董|袁|潘|于|蒋|蔡|余|杜|叶|程|苏|魏|吕|丁|任|沈|姚|卢|姜|崔|钟|谭|陆|汪|范|金|石|廖|贾|夏|韦|付|方|白|邹|孟|熊|秦|邱|江|尹|薛|闫|段|雷|侯|龙|史|陶|黎|贺|顾|毛|郝|龚|邵|万|钱|严|覃|武|戴|莫|孔|向|汤',
  afterNames:
    '在|住|用|平时|目前|现在|已经|今年|负责|完成|做|加入|入职|离开|向|从|喜欢|偏好|更喜欢|就职|任职|领导|带领|牵头|维护|出生|生于|决定|选|采用|参与|搬|汇报|是[^否不]|的(?:上司|经理|主管|妻子|丈夫|生日)|和|、|定居',
  beforeNames: '^|[，。；：、！？（(“"\\s]|由|和|是|向|的',
  forms: [
    ...forms(
      'works_at',
      'holds',
      '{S}{A}在{O}(?:公司)?(?:工作|上班|任职|就职)',
      '{S}{A}(?:就职于|任职于|供职于|效力于){O}',
      '{S}{A}(?:从|自){D}(?:开始|起)?(?:就)?(?:一直)?在{O}(?:工作|上班|任职)?',
      '{S}{A}在{O}(?:工作|上班|干|待)了?(?:已经|快|整整)?{U}',
    ),
    ...forms('works_at', 'was', '{S}(?:以前|曾经?|过去|之前|原来)(?:一直)?在{O}(?:工作|上班)'),
    ...forms('joined', 'began', '{S}{A}(?:{D}|于{D}|从{D})?(?:加入|入职|进入)了?{O}'),
    ...forms(
      'left',
      'ended',
      '{S}{A}(?:{D}|于{D})?(?:离开|退出)了?{O}',
      '{S}{A}(?:不再|不)(?:在|住在|参与|负责){O}(?:工作|上班)?了?',
      '{S}{A}从{O}(?:离职|辞职|退出)',
    ),
    ...forms(
      'works_on',
      'holds',
      '{S}{A}(?:在做|在忙|参与了?|从事|在开发|开发){O}',
      '{S}{A}在{O}(?:项目|项目组|组)(?:里|上)?(?:工作|帮忙)?',
      '{S}{A}(?:从|自){D}(?:开始|起)?(?:参与|做|在做){O}',
    ),
    ...forms('lives_in', 'holds', '{S}{A}(?:住在|居住在|定居在?|定居于|常住|住){O}'),
    ...forms('moved', 'began', `{S}{A}从{X}(?:搬到|搬去)了?{O}`, `{S}{A}(?:搬到|搬去)了?{O}`),
    ...forms('switched', 'began', `{P}(?:已经|已)?(?:决定)?从{X}${SWITCH}{O}`, `{P}(?:全部|都)?换成了?{O}`),
    ...implied(
      'switched',
      'began',
      `(?<=^|[，。；：])(?:我们)?{A}(?:从{X})?${SWITCH}{O}`,
      '去掉{X}改用{O}',
      '(?<=^|[，。；：])改用了?{O}',
    ),
    ...forms('uses', 'holds', '{S}{A}(?:用|使用|在用){O}', '{P}(?:默认|继续|仍然|改)?(?:使用|用){O}'),
    ...implied(
      'uses',
      'holds',
      '我们{A}(?:用|使用){O}',
      '(?<=^|[，。；：])(?:继续)?(?:使用|用){O}(?=实现|检查|部署|跑|做)',
    ),
    ...forms('uses', 'ended', '{S}{A}(?:不再(?:使用|用)|弃用了?){O}'),
    ...forms(
      'leads',
      'holds',
      '{S}{A}(?:领导|带领|主持|牵头){O}',
      '{O}(?:项目)?的负责人是{S}',
      '{O}由{S}(?:领导|牵头|带领|带队)',
    ),
    ...forms(
      'responsible_for',
      'holds',
      '{S}{A}(?:从{D}(?:开始|起)?)?负责了?{T}',
      '{O}{A}(?:是)?由{S}(?:来)?负责',
      '由{S}负责{T}',
    ),
    ...forms(
      'maintains',
      'holds',
      '{S}{A}维护{T}',
      '(?:{O}|(?<=^|[，。；])(?<t>[^，。；：由]{2,20}))由(?:[^，。；：]{1,8}的)?{S}维护',
    ),
    ...forms(
      'completed',
      'done',
      '{S}{A}(?:完成|做完|搞定|交付|写完)了{O}',
      '{O}{A}是{S}(?:做完|完成|做|写|搞定|写完)的',
      '{O}由{S}(?:完成|做完)',
    ),
    ...forms('chose', 'done', `{S}{A}${CHOSE}{O}`, `{O}{A}是{S}(?:选|选择|决定|定|挑)的`),
    ...implied(
      'chose',
      'done',
      '(?<=^|[，。；：])(?:我们)?(?:最后|最终|后来|决定)?选(?:了|择|择了|用)?{O}(?=是因为|，|。|$)',
    ),
    ...forms('recommended', 'done', '{S}{A}(?:推荐|建议用|提议用)了?{O}'),
    ...forms('created', 'done', '{S}{A}(?:写了|创建了|设计了|发明了|创办了){O}', '{O}是{S}(?:设计|创建|创办|发明)的'),
    ...forms('reports_to', 'holds', '{S}{A}(?:向|对){O}汇报', `{S}的${BOSS}(?:现在)?是{O}`, `{O}是{S}的${BOSS}`),
    ...forms('role', 'holds', '{S}是{O}的{R}', '{O}的{R}(?:叫|是){S}', '{S}和{O}是(?:一对)?{R}', '{S}跟{O}是{R}'),
    ...forms('prefers', 'holds', '{S}{A}(?:更喜欢|喜欢|偏好)(?:使用|用)?{O}'),
    ...forms('replaces', 'done', '{S}{A}(?:替换|取代|代替)了?(?:现在的|原来的|旧的|老的)?{O}'),
    ...forms('here', 'holds', '{S}{A}(?:来|在这里|在这儿|入职)(?:工作|公司)?(?:已经|了)*{U}'),
    ...forms('age', 'holds', '{S}(?:今年|现在)?{A}(?:今年)?(?:满|刚满)?了?{N}岁'),
    ...forms('birthday', 'holds', '{S}{A}(?:出生于|生于|出生在){D}', '{S}的生日是{D}', '{S}{D}出生'),
    ...forms('ends_on', 'holds', '{S}(?:将于|将在|会在|在|于)?{D}(?:结束|完结)', '{S}的结束(?:日期|时间)是{D}'),
    ...forms(
      'due',
      'holds',
      '{S}的(?:截止日期|截止时间|截止日|期限|死线)(?:是|在|为){D}',
      '{S}(?:在|于)?{D}(?:截止|到期)',
    ),
    ...forms(
      'starts_on',
      'holds',
      '{S}(?:定在|安排在|将于|将在|在|于)?{D}(?:开始|启动|开幕)',
      '{S}的开始(?:日期|时间)是{D}',
    ),
    ...forms('scheduled_for', 'holds', '{S}(?:定在|安排在|定于){D}(?:举行|进行)?(?!开始|启动|开幕|结束)'),
    state('done', '(?:已经|已|都|终于)*(?:完成|做完|结束|写完|搞定)了?'),
    state('open', '(?:还|尚|仍|目前)*(?:没有|没|未)(?:完成|做完|写完|结束)'),
    state('open', '(?:还|仍|仍然|目前|正)*在?(?:进行中|进行|开发中|处理中)'),
    state('blocked', '(?:被|已经|已)*(?:阻塞|卡住|搁置|暂停)了?'),
    state('cancelled', '(?:已经|已|被)*取消了?'),
  ],
};
