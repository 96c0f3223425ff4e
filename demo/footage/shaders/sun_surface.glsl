// sun_surface.glsl - granulation, active regions and prominences at the edge of a star.
// @param vec3 hot 1.0 0.86 0.42
// @param vec3 mid 1.0 0.36 0.045
// @param vec3 cool 0.28 0.035 0.006
// @param vec2 center -0.30 -1.02
// @param float radius 1.28
// @param float pace 1.0
vec3 ramp(float x){vec3 c=mix(vec3(0.0),cool,smoothstep(0.0,0.25,x));c=mix(c,mid,smoothstep(0.18,0.55,x));c=mix(c,hot,smoothstep(0.5,1.0,x));return c+hot*max(x-1.0,0.0)*1.6;}
vec2 flow(vec2 p,float t){for(int i=0;i<5;i++){vec3 a=vnoiseD(p*2.3+vec2(0.0,t*0.20)),b=vnoiseD(p*5.2+vec2(t*0.25,9.0));p-=vec2(a.z,-a.y)*0.035+vec2(b.z,-b.y)*0.016;}return p;}
vec3 scene(vec2 fc){
  float t=uTime*pace;vec2 uv=screen(fc)+handheld(uTime*0.25,0.004);
  vec2 d=uv-center;float r=length(d)/radius;float a=atan(d.x,d.y);
  vec3 col=vec3(0.0);
  if(r<1.0){
    float z=sqrt(1.0-r*r);vec2 s=d/radius/(0.42+0.58*z);s=rot(0.012*t)*s;
    vec2 p=flow(s*1.7,t);
    float act=fbm(p*1.5+vec2(3.0,0.05*t),4);
    float gr=0.0;vec4 c1=cellsT(p*17.0,t*1.5);gr+=0.6*smoothstep(0.02,0.42,c1.y-c1.x);vec4 c2=cellsT(TURN*p*37.0,t*2.2);gr+=0.4*smoothstep(0.02,0.42,c2.y-c2.x);
    float fil=1.0-abs(2.0*fbm(p*3.6+vec2(0.06*t,0.0),6)-1.0);fil=pow(fil,5.0);
    float loops=1.0-abs(2.0*fbm(p*9.0+1.3*vec2(act,-act)*3.0+vec2(0.0,t*0.10),4)-1.0);
    float spot=smoothstep(0.68,0.78,fbm(p*1.9+19.0,4));
    float hotz=smoothstep(0.52,0.74,act);
    float x=0.34+0.20*gr+0.26*(act-0.5)+0.36*hotz*(0.35+pow(loops,6.0)*1.1)-0.20*fil*(1.0-hotz)-0.36*spot*(1.0-0.3*gr);
    x*=0.50+0.50*pow(z,0.55);x+=0.16*pow(1.0-z,4.0);
    col=ramp(x)*(0.85+0.9*hotz*0.7);
  }
  // spicules and arches above the edge
  float h=(r-1.0);
  if(h>-0.02){
    float lim=exp(-max(h,0.0)*26.0);
    float sp=0.0;for(int i=0;i<3;i++){float k=float(i);float n=vnoise(vec2(a*(120.0+70.0*k)+0.7*sin(t*0.6+k),h*22.0-t*(0.35+0.15*k)));sp+=n*n*exp(-max(h,0.0)*(34.0-6.0*k));}
    col+=mid*sp*0.42*smoothstep(-0.004,0.004,h)+mid*lim*0.25*smoothstep(-0.01,0.006,h);
    float pr=0.0;
    for(int i=0;i<5;i++){
      vec4 k=rndv4(vec2(float(i),23.0));float ac=-0.75+0.42*float(i)+0.2*k.x;float W=0.055+0.10*k.y,Ht=0.05+0.15*k.z*k.z+0.03;
      vec2 q=vec2((a-ac)/W,h/Ht);vec2 w=vec2(fbm(q*1.6+vec2(k.x*9.0,-t*0.20),4),fbm(q*1.6+vec2(5.0,k.y*9.0-t*0.16),4))-0.5;q+=w*1.15;
      float arch=length(q*vec2(1.0,1.0))-0.80;float band=exp(-abs(arch)*(5.0+7.0*k.w));
      float strands=0.35+1.2*pow(vnoise(vec2(atan(q.x,q.y)*4.0-t*0.5,length(q)*13.0+k.x*7.0)),2.0);
      pr+=band*strands*exp(-max(q.y-1.0,0.0)*2.0)*smoothstep(-0.05,0.10,q.y)*smoothstep(2.3,1.0,length(q));
    }
    col+=(mid*1.05+hot*0.25)*pr*0.75*smoothstep(-0.006,0.006,h);
    float ray=0.55+0.8*fbm(vec2(a*7.0,h*1.5-t*0.03),4);
    col+=mid*ray*0.16*exp(-max(h,0.0)*3.0)+cool*0.4*exp(-max(h,0.0)*1.4);
  }
  return col;
}
