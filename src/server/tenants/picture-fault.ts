/** What is wrong with a picture, in Portuguese, for whoever put it there. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}
