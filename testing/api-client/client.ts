/** Uses the public API through a client whose types are generated from the API's document. */
import createClient from 'openapi-fetch'

import type { paths } from './schema.d.ts'

/** Searches the clips, reads the first one and puts it on a new board of the signed-in user. Throws for failures. */
export const saveFirstClip = async (fetch: (request: Request) => Promise<Response>, words: string) => {
  const api = createClient<paths>({ baseUrl: 'http://shop.example', fetch })
  const search = await api.GET('/api/clips', { params: { query: { q: words } } })
  if (!search.data) throw new Error(search.error.message)
  const [first] = search.data.data
  if (!first) throw new Error('No clip was found.')
  const clip = await api.GET('/api/clips/{id}', { params: { path: { id: String(first.id) } } })
  if (!clip.data) throw new Error(clip.error.message)
  const board = await api.POST('/api/wishlists', { body: { name: clip.data.data.name, clip_id: [first.id] } })
  if (!board.data) throw new Error(board.error.message)
  return { clip: clip.data.data, board: board.data.data }
}

/** Returns the messages of a refused input by field. */
export const findInputErrors = async (fetch: (request: Request) => Promise<Response>) => {
  const api = createClient<paths>({ baseUrl: 'http://shop.example', fetch })
  const { error } = await api.POST('/api/wishlists', { body: { name: '' } })
  return error?.errors
}
