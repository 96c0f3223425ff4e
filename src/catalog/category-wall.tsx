/** Categories as a wall of moving tiles, each with its subcategories. */
import { Link } from 'react-router'

import { FullRows } from '#ui/full-rows.tsx'

import type { Category } from './collections-contract.ts'
import { formatClipCount } from './counts.ts'
import { categoryPath } from './paths.ts'
import { Tile, TILE_RATIO } from './tile.tsx'

/** About the number that fits the first screen. */
const EAGER_TILES = 4

type CategoryWallProps = {
  categories: readonly Category[]
  heading?: 'h2' | 'h3'
  /** The main content of its page: larger, with eager pictures. */ top?: boolean
}

export const CategoryWall = ({ categories, heading = 'h2', top = false }: CategoryWallProps) => (
  <FullRows label="Categories" ratios={categories.map(() => TILE_RATIO)} large={top}>
    {categories.map(({ slug, name, clip_count, cover, subcategories }, i) => (
      <Tile
        key={slug}
        to={categoryPath({ slug })}
        name={name}
        cover={cover}
        heading={heading}
        eager={top && i < EAGER_TILES}
      >
        {subcategories.map(sub => (
          <Link key={sub.slug} to={categoryPath(sub)}>
            {sub.name}
          </Link>
        ))}
        <span>{formatClipCount(clip_count)}</span>
      </Tile>
    ))}
  </FullRows>
)
