export * from '../../text/marks.js';
