/** What pages of clips say about them to search engines and in shared links. */
import type { SharedImage } from '#platform/http/page.ts'

import type { Picture } from './contract.ts'
import { clipPath } from './paths.ts'

type ToAbsolute = (path: string) => string

/** Returns the poster with its size. */
export const toSharedImage = (
  source: { poster: string; thumbs: readonly Picture[] } | null | undefined,
): SharedImage | undefined =>
  source?.poster ? (source.thumbs.find(({ url }) => url === source.poster) ?? { url: source.poster }) : undefined

const MAX_LISTED = 60

/** Returns the list of a page's clips; `first` is the position of the first one in the whole list. */
export const createClipList = (
  clips: readonly { id: number; slug: string; name: string }[],
  absolute: ToAbsolute,
  first = 1,
): object[] =>
  clips.length === 0
    ? []
    : [
        {
          '@type': 'ItemList',
          itemListElement: clips.slice(0, MAX_LISTED).map((clip, i) => ({
            '@type': 'ListItem',
            position: first + i,
            name: clip.name,
            url: absolute(clipPath(clip)),
          })),
        },
      ]
