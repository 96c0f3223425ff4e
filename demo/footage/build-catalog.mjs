#!/usr/bin/env node
/*
  build-catalog.mjs - joins clips.mjs (how a clip is made), meta.mjs (what it shows) and the rendered
  files (size, duration, dominant colors as measured) into ../catalog.json.

  Usage: node build-catalog.mjs [--clips DIR] [--all]
    --clips DIR   where the MP4 files are (default: clips-1080, beside this script)
    --all         also list clips that have no file yet (their measured fields are null)
  Needs ffmpeg and ffprobe on PATH.
*/
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
const HERE = dirname(fileURLToPath(import.meta.url));
const arg = n => { const i = process.argv.indexOf(n); return i < 0 ? null : process.argv[i + 1]; };
const DIR = resolve(arg('--clips') || join(HERE, 'clips-1080'));
const { clips } = await import('./clips.mjs');
const { filmmakers, categories, collections, shoots, meta } = await import('./meta.mjs');

function probe(f) {
  const r = spawnSync('ffprobe', ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height,avg_frame_rate,nb_frames:format=duration', '-of', 'json', f], { encoding: 'utf8' });
  const j = JSON.parse(r.stdout), s = j.streams[0], [a, b] = s.avg_frame_rate.split('/').map(Number);
  return { width: s.width, height: s.height, fps: Math.round(a / b * 100) / 100, frames: +s.nb_frames, duration: Math.round(+j.format.duration * 100) / 100 };
}
// k-means over frames sampled through the file; returns three colors, most frequent first
function colors(f, dur) {
  const px = [];
  for (const t of [0.15, 0.5, 0.85]) {
    const r = spawnSync('ffmpeg', ['-v', 'error', '-ss', String(dur * t), '-i', f, '-frames:v', '1', '-vf', 'scale=40:24:flags=area', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], { maxBuffer: 1 << 24 });
    for (let i = 0; i + 2 < r.stdout.length; i += 3) px.push([r.stdout[i], r.stdout[i + 1], r.stdout[i + 2]]);
  }
  const lum = c => 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2];
  px.sort((a, b) => lum(a) - lum(b));
  let cs = [0.08, 0.35, 0.65, 0.92, 0.99].map(q => px[Math.floor(q * (px.length - 1))].slice()), n;
  for (let it = 0; it < 14; it++) {
    const sum = cs.map(() => [0, 0, 0]); n = cs.map(() => 0);
    for (const p of px) { let b = 0, bd = 1e9; cs.forEach((c, i) => { const d = (p[0] - c[0]) ** 2 + (p[1] - c[1]) ** 2 + (p[2] - c[2]) ** 2; if (d < bd) { bd = d; b = i; } }); n[b]++; for (let k = 0; k < 3; k++) sum[b][k] += p[k]; }
    cs = cs.map((c, i) => n[i] ? sum[i].map(v => v / n[i]) : c);
  }
  // frequency, with a little weight for saturation so that an accent can make the list
  const score = (c, i) => n[i] * (1 + 1.2 * (Math.max(...c) - Math.min(...c)) / 255);
  const order = cs.map((c, i) => [score(c, i), c]).sort((a, b) => b[0] - a[0]), out = [];
  for (const [, c] of order) { if (out.every(o => Math.hypot(o[0] - c[0], o[1] - c[1], o[2] - c[2]) > 22)) out.push(c); if (out.length === 3) break; }
  for (const [, c] of order) { if (out.length === 3) break; if (!out.includes(c)) out.push(c); }
  return out.map(c => '#' + c.map(v => Math.round(v).toString(16).padStart(2, '0')).join(''));
}
const shoot = Object.fromEntries(shoots.map(s => [s.slug, s]));
// clips whose picture flashes (measured: frame-to-frame luma jumps many times the median); show a warning, do not autoplay
const FLASHING = new Set(['lightning-plain-violet', 'lightning-plain-steel', 'light-leak-warm']);
const list = [];
for (const c of clips) {
  const m = meta[c.id], f = join(DIR, c.id + '.mp4'), have = existsSync(f);
  // Not in the shop: uploads of the demo's filmmaker (../uploads.ts).
  if (!m) continue;
  if (!have && !process.argv.includes('--all')) continue;
  const p = have ? probe(f) : { width: c.width, height: c.height, fps: c.fps || 24, duration: c.duration || 6, frames: null };
  list.push({
    id: c.id, file: `footage/clips-1080/${c.id}.mp4`, title: m.title, description: m.description, keywords: m.keywords,
    category: m.category, subcategory: m.subcategory, shoot: m.shoot, scene: m.scene, collections: m.collections,
    filmmaker: shoot[m.shoot].filmmaker, camera_look: m.camera_look, motion: m.motion, time_of_day: m.time_of_day, people: 0, location_type: m.location_type, flashing: FLASHING.has(c.id),
    orientation: p.width >= p.height ? 'landscape' : 'portrait', production: 'computer-generated', license: 'CC0-1.0',
    shader: c.shader, seed: c.seed, params: c.params || {}, grade: c.grade || {}, start: c.start || 0, speed: c.speed || 1,
    width: p.width, height: p.height, fps: p.fps, frames: p.frames, duration_seconds: p.duration,
    size_bytes: have ? statSync(f).size : null, sha256: have ? createHash('sha256').update(readFileSync(f)).digest('hex') : null,
    dominant_colors: have ? colors(f, p.duration) : null,
  });
}
const ids = new Set(list.map(c => c.id));
const cols = collections.map(c => { const own = list.filter(x => x.collections.includes(c.slug)).map(x => x.id); return { ...c, trailer: ids.has(c.trailer) ? c.trailer : own[0] || null, clips: own }; }).filter(c => c.clips.length);
const keep = new Set(cols.map(c => c.slug)); for (const c of list) c.collections = c.collections.filter(s => keep.has(s));
const out = {
  license: 'CC0-1.0', generated_by: 'footage/build-catalog.mjs', clips: list,
  filmmakers: filmmakers.map(f => ({ ...f, fictional: true, clips: list.filter(c => c.filmmaker === f.slug).length })).filter(f => f.clips),
  categories: categories.map(c => ({ ...c, clips: list.filter(x => x.category === c.slug).length })).filter(c => c.clips),
  collections: cols,
  shoots: shoots.map(s => ({ ...s, clips: list.filter(c => c.shoot === s.slug).map(c => c.id) })).filter(s => s.clips.length),
};
writeFileSync(join(HERE, '..', 'catalog.json'), JSON.stringify(out, null, 2) + '\n');
const tot = list.reduce((a, c) => a + (c.size_bytes || 0), 0);
console.log(`${list.length} clips, ${(tot / 1048576).toFixed(1)} MiB, average ${Math.round(tot / 1024 / Math.max(1, list.length))} KB; ${out.collections.length} collections, ${out.shoots.length} shoots, ${out.filmmakers.length} filmmakers`);
for (const s of out.shoots) if (s.clips.length < 2 || s.clips.length > 4) console.log('note: shoot', s.slug, 'has', s.clips.length, 'clips');
for (const c of list) if (c.size_bytes > 1.1e6) console.log('note: large file', c.id, Math.round(c.size_bytes / 1024), 'KB');
