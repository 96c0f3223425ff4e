/** A file that cannot become a clip. The message is a sentence for the filmmaker. */
export class UnusableFootage extends Error {
  override name = 'UnusableFootage'
}
