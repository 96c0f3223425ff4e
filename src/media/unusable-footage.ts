/** A file that cannot become a clip. Its message is a sentence for the filmmaker who sent it. */
export class UnusableFootage extends Error {
  override name = 'UnusableFootage'
}
