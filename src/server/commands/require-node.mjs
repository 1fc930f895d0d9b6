// Plain JavaScript on purpose: an old Node cannot read TypeScript, so it could not even say what is wrong.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Vitrine needs Node 24 or newer; this is Node ${process.versions.node}.\n` +
      'On Linux and on Windows x64, "npm ci" brings Node 24 along: run it without --omit=optional and start with "npm start".\n' +
      'On other systems install Node 24 from https://nodejs.org and try again.',
  );
  process.exit(1);
}
