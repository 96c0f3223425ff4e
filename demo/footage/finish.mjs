/* The passes after a scene is drawn, as GLSL: bloom (down, up), then tone curve, grade, vignette and grain (finish). */
const HEAD = '#version 300 es\nprecision highp float;precision highp int;out vec4 fragOut;uniform sampler2D s;uniform vec2 px;\n';
export const passes = {
  vertex: '#version 300 es\nin vec2 a;void main(){gl_Position=vec4(a,0.0,1.0);}',
  down: HEAD + `void main(){vec2 u=gl_FragCoord.xy*2.0*px;vec3 a=vec3(0.0);
    for(int j=-1;j<=1;j+=2)for(int i=-1;i<=1;i+=2)a+=min(texture(s,u+vec2(float(i),float(j))*px).rgb,vec3(14.0));fragOut=vec4(a*0.25,1.0);}`,
  up: HEAD + `void main(){vec2 u=gl_FragCoord.xy*0.5*px;vec3 a=vec3(0.0);float ws=0.0;
    for(int j=-1;j<=1;j++)for(int i=-1;i<=1;i++){float w=float((2-i*i)*(2-j*j));a+=w*texture(s,u+vec2(float(i),float(j))*px).rgb;ws+=w;}fragOut=vec4(a/ws,1.0);}`,
  finish: HEAD + `uniform sampler2D b;uniform vec2 res;uniform uint frame;uniform float exposure,contrast,saturation,gamma,bloom,halation,vignette,grain,aberration,fade;uniform vec3 gain,lift;
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
      fragOut=vec4(clamp(c,0.0,1.0),1.0);}`,
};
export const GRADE_NUMBERS = ['exposure', 'contrast', 'saturation', 'gamma', 'bloom', 'halation', 'vignette', 'grain', 'aberration', 'fade'];
