/* Draws a clip's frames. Runs in the browser page, so it can only use its arguments. */
export function pageSetup({ W, H, scale, frag, params, grade, seed, dur }) {
  const c = document.createElement('canvas'); c.width = W; c.height = H; document.body.replaceChildren(c);
  const gl = c.getContext('webgl2', { preserveDrawingBuffer: true, alpha: false, antialias: false, depth: false });
  if (!gl) throw new Error('no WebGL2');
  if (!gl.getExtension('EXT_color_buffer_float') && !gl.getExtension('EXT_color_buffer_half_float')) throw new Error('no float target');
  const dbg = gl.getExtension('WEBGL_debug_renderer_info');
  const compile = (t, s) => { const x = gl.createShader(t); gl.shaderSource(x, s); gl.compileShader(x);
    if (!gl.getShaderParameter(x, gl.COMPILE_STATUS)) throw new Error('GLSL: ' + gl.getShaderInfoLog(x)); return x; };
  const program = f => { const p = gl.createProgram();
    gl.attachShader(p, compile(gl.VERTEX_SHADER, '#version 300 es\nin vec2 a;void main(){gl_Position=vec4(a,0.0,1.0);}'));
    gl.attachShader(p, compile(gl.FRAGMENT_SHADER, f)); gl.bindAttribLocation(p, 0, 'a'); gl.linkProgram(p);
    if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error('link: ' + gl.getProgramInfoLog(p)); return p; };
  const loc = (p, n) => gl.getUniformLocation(p, n);
  const target = (w, h) => { const t = gl.createTexture(); gl.bindTexture(gl.TEXTURE_2D, t);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, w, h);
    for (const [k, v] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, k, v);
    const f = gl.createFramebuffer(); gl.bindFramebuffer(gl.FRAMEBUFFER, f);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t, 0); return { t, f, w, h }; };
  const bf = gl.createBuffer(); gl.bindBuffer(gl.ARRAY_BUFFER, bf);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);

  const scene = program(frag);
  const HEAD = '#version 300 es\nprecision highp float;precision highp int;out vec4 o;uniform sampler2D s;uniform vec2 px;\n';
  const down = program(HEAD + `void main(){vec2 u=gl_FragCoord.xy*2.0*px;vec3 a=vec3(0.0);
    for(int j=-1;j<=1;j+=2)for(int i=-1;i<=1;i+=2)a+=min(texture(s,u+vec2(float(i),float(j))*px).rgb,vec3(14.0));o=vec4(a*0.25,1.0);}`);
  const up = program(HEAD + `void main(){vec2 u=gl_FragCoord.xy*0.5*px;vec3 a=vec3(0.0);float ws=0.0;
    for(int j=-1;j<=1;j++)for(int i=-1;i<=1;i++){float w=float((2-i*i)*(2-j*j));a+=w*texture(s,u+vec2(float(i),float(j))*px).rgb;ws+=w;}o=vec4(a/ws,1.0);}`);
  const finish = program(HEAD + `uniform sampler2D b;uniform vec2 res;uniform uint frame;uniform float exposure,contrast,saturation,gamma,bloom,halation,vignette,grain,aberration,fade;uniform vec3 gain,lift;
    float rnd(uvec3 v){uint h=v.x*0x9E3779B1u^v.y*0x85EBCA77u^v.z*0xC2B2AE3Du;h^=h>>15;h*=0x2C1B3C6Du;h^=h>>12;h*=0x297A2D39u;h^=h>>15;return float(h>>8)/16777216.0;}
    float gr(vec2 p){return rnd(uvec3(uvec2(p),frame))+rnd(uvec3(uvec2(p)+uvec2(7919u,104729u),frame))-1.0;}
    void main(){vec2 fc=gl_FragCoord.xy;vec2 u=fc/res;vec2 d=(u-0.5);float r2=dot(d*vec2(min(res.x/res.y,1.9),1.0),d*vec2(min(res.x/res.y,1.9),1.0));
      vec2 ca=d*r2*aberration*6.0/res.y;
      vec3 c=vec3(texture(s,u+ca).r,texture(s,u).g,texture(s,u-ca).b);
      vec3 bl=texture(b,u).rgb/6.0;
      c=mix(c,bl,bloom)+bl*bloom*halation*vec3(0.9,0.25,0.05);
      c*=exposure*gain;
      c*=1.0-vignette*smoothstep(0.08,1.15,r2*1.55);
      float L=dot(c,vec3(0.24,0.68,0.08));
      c=mix(c,vec3(L),0.55*smoothstep(0.9,6.0,L));
      c=1.0-exp(-c*(1.0+0.28*c)/(1.0+0.12*c));
      c=pow(c,vec3(1.0/(2.2*gamma)));
      c=max(c-0.018,0.0)/0.982;c=mix(c,c*c*(3.0-2.0*c),0.42+(contrast-1.0));
      float Y=dot(c,vec3(0.2126,0.7152,0.0722));
      c=mix(vec3(Y),c,saturation);
      c=c+lift*(1.0-c)*(1.0-c);
      float g=gr(fc)*0.6+0.4*(gr(floor(fc*0.5)+vec2(531.0,97.0)));
      c+=g*grain*(0.45+1.1*sqrt(max(Y,0.0))*(1.0-0.6*Y));
      c*=1.0-fade;
      o=vec4(clamp(c,0.0,1.0),1.0);}`);

  const SW = Math.round(W * scale), SH = Math.round(H * scale), A = target(SW, SH), chain = []; let w = SW, h = SH;
  for (let i = 0; i < 6; i++) { w = Math.max(2, w >> 1); h = Math.max(2, h >> 1); chain.push(target(w, h)); }
  gl.disable(gl.DEPTH_TEST);
  const pass = (p, src, dst) => { gl.useProgram(p); gl.bindFramebuffer(gl.FRAMEBUFFER, dst ? dst.f : null);
    gl.viewport(0, 0, dst ? dst.w : W, dst ? dst.h : H); gl.activeTexture(gl.TEXTURE0); gl.bindTexture(gl.TEXTURE_2D, src.t);
    gl.uniform1i(loc(p, 's'), 0); gl.uniform2f(loc(p, 'px'), 1 / src.w, 1 / src.h); };
  gl.useProgram(scene);
  gl.uniform2f(loc(scene, 'uRes'), SW, SH); gl.uniform1f(loc(scene, 'uDur'), dur); gl.uniform1ui(loc(scene, 'uSeed'), seed >>> 0);
  for (const [k, v] of Object.entries(params)) { const l = loc(scene, k); const a = [].concat(v); if (l) gl['uniform' + a.length + 'fv'](l, a); }
  const hal = (i, b) => { let f = 1, r = 0; while (i > 0) { f /= b; r += f * (i % b); i = Math.floor(i / b); } return r; };
  window.__frame = (t, dt, n, frame, quality) => {
    gl.useProgram(scene); gl.bindFramebuffer(gl.FRAMEBUFFER, A.f); gl.viewport(0, 0, SW, SH);
    gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE); gl.uniform1f(loc(scene, 'uWeight'), 1 / n);
    for (let k = 0; k < n; k++) {
      gl.uniform1f(loc(scene, 'uTime'), t + dt * 0.5 * (k + 0.5) / n - dt * 0.25);
      gl.uniform2f(loc(scene, 'uJit'), n > 1 ? hal(k + 1, 2) - 0.5 : 0, n > 1 ? hal(k + 1, 3) - 0.5 : 0);
      gl.drawArrays(gl.TRIANGLES, 0, 3); gl.flush();
    }
    gl.disable(gl.BLEND);
    let s = A; for (const d of chain) { pass(down, s, d); gl.drawArrays(gl.TRIANGLES, 0, 3); s = d; }
    gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE);
    for (let i = chain.length - 1; i > 0; i--) { pass(up, chain[i], chain[i - 1]); gl.drawArrays(gl.TRIANGLES, 0, 3); }
    gl.disable(gl.BLEND);
    pass(finish, A, null); gl.activeTexture(gl.TEXTURE1); gl.bindTexture(gl.TEXTURE_2D, chain[0].t); gl.uniform1i(loc(finish, 'b'), 1);
    gl.uniform2f(loc(finish, 'res'), W, H); gl.uniform1ui(loc(finish, 'frame'), (frame + seed * 131) >>> 0);
    for (const k of ['exposure', 'contrast', 'saturation', 'gamma', 'bloom', 'halation', 'vignette', 'grain', 'aberration', 'fade']) gl.uniform1f(loc(finish, k), grade[k]);
    gl.uniform3fv(loc(finish, 'gain'), grade.gain); gl.uniform3fv(loc(finish, 'lift'), grade.lift);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return c.toDataURL('image/jpeg', quality).split(',')[1];
  };
  return gl.getParameter(dbg ? dbg.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
}
