/** A tile of a collection that plays its trailer; an item of FullRows. */
import type { CollectionCard } from '../collections-contract.ts'
import { collectionPath } from '../paths.ts'
import { Tile } from '../tile.tsx'
import { trailerUrlOf } from '../trailer.ts'

type CollectionTileProps = { collection: CollectionCard; heading?: 'h2' | 'h3' }

export const CollectionTile = ({ collection, heading = 'h3' }: CollectionTileProps) => (
  <Tile
    to={collectionPath(collection)}
    name={collection.name}
    cover={collection.cover}
    loop={trailerUrlOf(collection)}
    heading={heading}
  >
    <span>{collection.description}</span>
  </Tile>
)
