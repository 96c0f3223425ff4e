/** For whom a flag is on. */
import { createHash } from 'node:crypto'

export type FlagState = {
  is_on: boolean
  /** Of a hundred devices, beside whoever is named. */
  share: number
  user_ids: readonly number[]
  workspace_ids: readonly number[]
}

/** Whom a flag is asked for; null: not known. */
export type FlagVisitor = { device_id: string | null; user_id: number | null; workspace_id: number | null }

/** Where a device stands between 0 and 100: always the same for one flag, and somewhere else for another. */
export const standOf = (key: string, device_id: string): number =>
  (createHash('sha256').update(`${key} ${device_id}`).digest().readUInt32BE() / 2 ** 32) * 100

export const isOnFor = (
  key: string,
  { is_on, share, user_ids, workspace_ids }: FlagState,
  { device_id, user_id, workspace_id }: FlagVisitor,
): boolean =>
  is_on &&
  ((user_id !== null && user_ids.includes(user_id)) ||
    (workspace_id !== null && workspace_ids.includes(workspace_id)) ||
    share === 100 ||
    (device_id !== null && standOf(key, device_id) < share))
