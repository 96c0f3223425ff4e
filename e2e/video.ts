/** Generates test videos for uploads. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Writes a two-second test video with the given frame rate and size. Returns its path. */
export const createTestVideo = (
  folder: string,
  ffmpeg: string,
  name = 'lighthouse_sweep.mp4',
  rate = 24,
  size = '640x360',
): string => {
  const file = path.join(folder, name)
  const inputOptions = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=2`]
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...inputOptions, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', file])
  return file
}
