/** Loads the shots that go with articles. For loaders. */
import { listClips } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { callForPage } from '#platform/http/page.ts'

import type { ArticleSummary } from './contract.ts'

type LoaderArgs = Parameters<typeof callForPage>[0]

/** Enough clips to find one that is landscape and does not flash. */
const MAX_CANDIDATES = '6'

/** Returns the shot of an article; undefined if the shop has no such footage. */
export const loadArticleShot = async (args: LoaderArgs, { footage }: Pick<ArticleSummary, 'footage'>) => {
  const { data } = await callForPage(args, listClips, {
    query: { subcategory: footage, sort: 'popular', per_page: MAX_CANDIDATES },
  })
  return selectReelShots(data, { byline: true })[0]
}

/** Returns an article as a list shows it. */
export const loadArticleTeaser = async (args: LoaderArgs, article: ArticleSummary) => ({
  ...article,
  shot: await loadArticleShot(args, article),
})

export type ArticleTeaser = Awaited<ReturnType<typeof loadArticleTeaser>>
