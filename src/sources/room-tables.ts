/** One row of a table of rooms: the room and the words that speak for it. */
export interface RoomRow {
  room: string;
  /** Lower case; matched as whole words (a phrase as words in a row). */
  words: readonly string[];
  /** Chinese words; matched anywhere, since Chinese has no gaps between words. */
  han: readonly string[];
}

const row = (room: string, words: string, han: string): RoomRow => ({
  room,
  words: words.split(',').map((word) => word.trim()),
  han: han.split(' '),
});

/** Folder names of a project and the room they belong to (behaviour reference 12.4). Order settles ties. */
export const PROJECT_ROOMS: readonly RoomRow[] = [
  row('frontend', 'frontend, front end, front, client, ui, views, components, pages', '前端 界面 页面 组件'),
  row(
    'backend',
    'backend, back end, back, server, api, routes, services, controllers, models, database, db',
    '后端 服务端 接口 数据库',
  ),
  row('documentation', 'docs, doc, documentation, wiki, readme, notes', '文档 说明 笔记 手册'),
  row('design', 'design, designs, mockups, wireframes, assets, storyboard', '设计 原型'),
  row('costs', 'costs, cost, budget, finance, financial, pricing, invoices, accounting', '成本 预算 财务 费用'),
  row('meetings', 'meetings, meeting, calls, meeting notes, standup, minutes', '会议 例会 纪要'),
  row('team', 'team, staff, hr, hiring, employees, people', '团队 招聘 人员'),
  row('research', 'research, references, reading, papers', '研究 调研 论文'),
  row('planning', 'planning, roadmap, strategy, specs, requirements', '规划 计划 路线图 需求'),
  row('testing', 'tests, test, testing, qa', '测试'),
  row('scripts', 'scripts, tools, utils', '脚本 工具'),
  row('configuration', 'config, configs, configuration, settings, infrastructure, infra, deploy', '配置 部署 设置'),
];

/** Words of a conversation and the room they speak for (behaviour reference 12.5). Order settles ties. */
export const CONVERSATION_ROOMS: readonly RoomRow[] = [
  row(
    'technical',
    'code, python, function, bug, error, api, database, server, deploy, git, test, debug, refactor',
    '代码 函数 接口 报错 数据库 服务器 部署 测试 调试 重构',
  ),
  row(
    'architecture',
    'architecture, design, pattern, structure, schema, interface, module, component, service, layer',
    '架构 设计 模式 结构 模块 组件 服务 分层',
  ),
  row(
    'planning',
    'plan, roadmap, milestone, deadline, priority, sprint, backlog, scope, requirement, spec',
    '计划 路线图 里程碑 截止 优先级 迭代 需求 范围',
  ),
  row(
    'decisions',
    'decided, chose, picked, switched, migrated, replaced, trade-off, alternative, option, approach',
    '决定 选择 选用 改用 切换 迁移 替换 取舍 方案',
  ),
  row(
    'problems',
    'problem, issue, broken, failed, crash, stuck, workaround, fix, solved, resolved',
    '问题 故障 失败 崩溃 卡住 修复 解决 绕过',
  ),
];

/** Folders that only hold a project's code: they name a room when nothing below them does. */
export const CONTAINER_FOLDERS: ReadonlySet<string> = new Set(['src', 'source', 'lib', 'app', 'apps', 'packages']);
