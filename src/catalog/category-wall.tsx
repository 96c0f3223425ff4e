/** Categories as a wall of moving tiles, each with what it is divided into. */
import { Link } from 'react-router'

import { FullRows } from '#ui/full-rows.tsx'

import type { Category } from './collections-contract.ts'
import { clipCount } from './parts/counts.ts'
import { categoryPath } from './paths.ts'
import { Tile, tile_ratio } from './tile.tsx'

/** About what fits the first screen. */
const eager_tiles = 4

type CategoryWallProps = {
  categories: readonly Category[]
  heading?: 'h2' | 'h3'
  /** The page's own matter: larger, and nothing waits. */ top?: boolean
}

export const CategoryWall = ({ categories, heading = 'h2', top = false }: CategoryWallProps) => (
  <FullRows label="Categories" ratios={categories.map(() => tile_ratio)} large={top}>
    {categories.map(({ slug, name, clip_count, cover, subcategories }, i) => (
      <Tile
        key={slug}
        to={categoryPath({ slug })}
        name={name}
        cover={cover}
        heading={heading}
        eager={top && i < eager_tiles}
      >
        {subcategories.map(sub => (
          <Link key={sub.slug} to={categoryPath(sub)}>
            {sub.name}
          </Link>
        ))}
        <span>{clipCount(clip_count)}</span>
      </Tile>
    ))}
  </FullRows>
)
