// Stands in a bundle for a package whose part of the work this program never asks for (vectra-parts.mjs).
module.exports = () => {
  throw new Error('this part of vectra is not in the bundle');
};
