export * from '../../text/width.js';
