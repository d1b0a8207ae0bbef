// @xenova/transformers refuses to load when this is not truthy.
module.exports = function sharp() {
  throw new Error('palace reads no images');
};
