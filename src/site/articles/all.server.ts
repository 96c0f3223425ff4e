/** All articles in reading order. Server only: a page receives just the article that it shows. */
import type { Article } from './article.ts'
import { buyingOnAccount } from './buying-on-account.ts'
import { choosingALicense } from './choosing-a-license.ts'
import { cuttingWithComps } from './cutting-with-comps.ts'
import { logFootage } from './log-footage.ts'
import { releases } from './releases.ts'
import { reverseCharge } from './reverse-charge.ts'
import { searchingByEye } from './searching-by-eye.ts'
import { searchingInYourOwnWords } from './searching-in-your-own-words.ts'
import { workingWithBoards } from './working-with-boards.ts'

export const articles: readonly Article[] = [
  choosingALicense,
  releases,
  cuttingWithComps,
  logFootage,
  searchingInYourOwnWords,
  searchingByEye,
  workingWithBoards,
  buyingOnAccount,
  reverseCharge,
]

/** Returns the next article in reading order; the first follows the last. */
export const getNextArticle = (article: Article): Article =>
  articles[(articles.indexOf(article) + 1) % articles.length] ?? article
