/** The shots that go with articles, from the shop's own footage. For loaders. */
import { listClips } from '#catalog/contract.ts'
import { reelShots } from '#catalog/reel-shots.ts'
import { pageCall } from '#platform/page.ts'

import type { ArticleFacts } from './contract.ts'

type LoaderArgs = Parameters<typeof pageCall>[0]

/** Enough to find one that lies and does not flash. */
const candidates = '6'

/** The shot of an article; undefined where the shop has no such footage. */
export const shotOf = async (args: LoaderArgs, { footage }: Pick<ArticleFacts, 'footage'>) => {
  const { data } = await pageCall(args, listClips, {
    query: { subcategory: footage, sort: 'popular', per_page: candidates },
  })
  return reelShots(data, { byline: true })[0]
}

/** An article as a list shows it. */
export const teaserOf = async (args: LoaderArgs, article: ArticleFacts) => ({
  ...article,
  shot: await shotOf(args, article),
})

export type Teaser = Awaited<ReturnType<typeof teaserOf>>
