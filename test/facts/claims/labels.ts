/**
 * What a careful reader would accept as facts of the demo data and of the fixtures, written down before there were rules. `WING`
 * stands for the wing of the drawer (what "we" do). `over`: the fact holds no longer. Several right ways to put one fact are several rows.
 */
export interface Label {
  /** A part of the drawer's source. */
  source: string;
  fact: readonly [subject: string, predicate: string, object: string];
  over?: true;
}

const label = (source: string, ...fact: Label['fact']): Label => ({ source, fact });
const over = (source: string, ...fact: Label['fact']): Label => ({ source, fact, over: true });

export const LABELS: readonly Label[] = [
  // templates/demo
  label('adr-009', 'Keycloak', 'replaces', 'Clerk'),
  label('adr-009', 'WING', 'uses', 'Keycloak'),
  over('adr-009', 'WING', 'uses', 'Clerk'),
  label('adr-007', 'WING', 'uses', 'GraphQL'),
  label('retro', 'WING', 'chose', 'Clerk'),
  label('retro', 'queue', 'uses', 'Postgres'),
  label('week-12', 'Android', 'uses', 'GraphQL'),
  label('为什么', '乘客端应用的接口', 'uses', 'GraphQL'),
  over('为什么', '乘客端应用的接口', 'uses', 'REST'),
  label('为什么', 'WING', 'uses', 'GraphQL'),
  label('为什么', '林岚', 'responsible_for', 'Android 端的迁移'),
  label('为什么', '合作伙伴接口', 'uses', 'REST'),
  over('3cb89e97', 'WING', 'uses', 'Clerk'),
  label('3cb89e97', 'WING', 'uses', 'Keycloak'),
  label('3cb89e97', 'Tomas', 'owns', 'updates'),
  label('3cb89e97', 'WING', 'chose', 'Clerk'),
  label('3cb89e97', 'Keycloak', 'replaces', 'Clerk'),
  label('433cd57a', 'queue', 'uses', 'Postgres'),
  label('f13fd1c0', 'app-facing API', 'uses', 'GraphQL'),
  label('f13fd1c0', 'WING', 'uses', 'GraphQL'),
  label('68f68bc2', 'Tomas', 'prefers', 'session token in our own cookie'),
  label('68f68bc2', 'WING', 'chose', 'Clerk'),
  label('d27d2528', '队列', 'uses', 'Postgres'),
  over('d27d2528', '队列', 'uses', 'Redis'),
  // test/fixtures/chinese
  label('订单库拆分', '陈立', 'responsible_for', '每天核对差异'),
  label('订单库拆分', '路由层', 'uses', 'Citus'),
  label('通行密钥', '新版登录', 'uses', 'passkey'),
  label('OpenSearch', 'WING', 'chose', 'OpenSearch'),
  label('OpenSearch', '中文分词', 'uses', 'IK 插件'),
  label('OpenSearch', '中文分词', 'uses', 'IK'),
  label('vite', 'WING', 'uses', 'Vite'),
  label('地图包', '渲染', 'uses', 'MapLibre'),
  label('日志成本', 'Loki', 'replaces', 'ELK'),
  label('消息队列', 'WING', 'chose', 'Pulsar'),
  label('备份演练', 'WING', 'uses', 'pgBackRest'),
  label('小程序', 'WING', 'uses', 'dayjs'),
  over('小程序', 'WING', 'uses', 'moment.js'),
  label('小程序', '图片', 'uses', 'WebP'),
  label('灰度发布', 'WING', 'uses', 'Argo Rollouts'),
  label('发票系统', 'WING', 'uses', '令牌桶'),
  label('发票系统', 'WING', 'uses', '令牌桶限流'),
  label('推荐模型', '模型', 'uses', 'Triton'),
  label('密钥轮换', '郑爽', 'maintains', '轮换的日历'),
  label('密钥轮换', 'WING', 'uses', 'gitleaks'),
  label('性能测试', '工具', 'uses', 'k6'),
  label('性能测试', 'WING', 'uses', 'k6'),
  label('崩溃率', '崩溃平台', 'uses', 'Sentry'),
  over('崩溃率', '崩溃平台', 'uses', 'Bugly'),
  label('可访问性', 'WING', 'uses', 'axe'),
  label('微服务合并', 'WING', 'uses', 'ArchUnit'),
  // The headings of the notes; these rows came later, because whoever made the list had not been shown the headings.
  label('OpenSearch', '商品搜索', 'uses', 'OpenSearch'),
  label('vite', '前端构建', 'uses', 'Vite'),
  over('vite', '前端构建', 'uses', 'webpack'),
];

/** Notes about people, as teams write them; and what is to be read out of each. Nothing may be read out of the empty ones. */
export const NOTES: readonly { text: string; facts: readonly (readonly [string, string, string, over?: 'over'])[] }[] =
  [
    { text: 'Soren works at Halden Marine since 2024-03.', facts: [['Soren', 'works_at', 'Halden Marine']] },
    { text: 'Ines leads Driftwood now.', facts: [['Ines', 'leads', 'Driftwood']] },
    { text: 'We chose Postgres over MySQL because backups are simpler.', facts: [['WING', 'chose', 'Postgres']] },
    { text: 'Priya reports to Tomas.', facts: [['Priya', 'reports_to', 'Tomas']] },
    { text: 'Kai prefers tabs over spaces.', facts: [['Kai', 'prefers', 'tabs']] },
    {
      text: 'Mira moved from Oslo to Lisbon in May 2026.',
      facts: [
        ['Mira', 'lives_in', 'Lisbon'],
        ['Mira', 'lives_in', 'Oslo', 'over'],
      ],
    },
    {
      text: 'The search service moved from Solr to OpenSearch last month.',
      facts: [
        ['search service', 'uses', 'OpenSearch'],
        ['search service', 'uses', 'Solr', 'over'],
      ],
    },
    { text: 'Ravi left Northwind in April 2026.', facts: [['Ravi', 'works_at', 'Northwind', 'over']] },
    { text: 'Dana joined Vandelay on 2026-02-01.', facts: [['Dana', 'works_at', 'Vandelay']] },
    { text: 'Lena is working on Halcyon with Tom.', facts: [['Lena', 'works_on', 'Halcyon']] },
    { text: 'Oskar lives in Galway.', facts: [['Oskar', 'lives_in', 'Galway']] },
    { text: "Ada is Kai's sister.", facts: [['Ada', 'sibling_of', 'Kai']] },
    { text: '林晓在新港科技工作。', facts: [['林晓', 'works_at', '新港科技']] },
    { text: '何洋从2024年开始负责支付网关。', facts: [['何洋', 'responsible_for', '支付网关']] },
    { text: '陈立向周敏汇报。', facts: [['陈立', 'reports_to', '周敏']] },
    { text: '王珂离开了青鸟数据。', facts: [['王珂', 'works_at', '青鸟数据', 'over']] },
    { text: '周敏住在厦门。', facts: [['周敏', 'lives_in', '厦门']] },
    { text: '苏杭喜欢用 Vim。', facts: [['苏杭', 'prefers', 'Vim']] },
    { text: 'Does Soren work at Halden Marine?', facts: [] },
    { text: 'If Ines leads Driftwood, who leads Orion?', facts: [] },
    { text: 'Somebody works on it every Friday.', facts: [] },
    { text: 'This works at scale. It lives in the cache folder.', facts: [] },
    { text: 'The tide table reports to nobody but the moon.', facts: [] },
    { text: 'Kai does not work at Globex.', facts: [] },
    { text: 'I would prefer Tuesday.', facts: [] },
    { text: 'He left the room and started coughing.', facts: [] },
    { text: 'Tom said that it works on Windows.', facts: [] },
    { text: 'The test uses a fake clock.', facts: [] },
    { text: 'Perhaps Dana will join Vandelay in the autumn.', facts: [] },
    { text: '如果林晓在新港科技工作，我们就问她。', facts: [] },
    { text: '何洋是不是负责支付网关？', facts: [] },
    { text: '大家都在群里，方法是先重启。', facts: [] },
  ];
