// fluid.glsl - dye, smoke and paint: every pixel is traced backward through a divergence-free flow to where its fluid came from.
// mode 0 incense smoke, 1 ink dropping through water, 2 cream in coffee, 3 poured paint
// @param float mode 0.0
// @param float pace 1.0
// @param vec3 bg 0.0 0.0 0.0
// @param vec3 c1 0.72 0.80 0.92
// @param vec3 c2 0.72 0.80 0.92
// @param vec3 c3 0.9 0.9 0.9
// @param vec3 c4 0.1 0.1 0.1
// @param float zoom 1.0
// @param float turb 1.0
vec3 smoke(vec2 uv,float t){
  vec2 p=uv*1.15;const int N=14;float dt=2.1/float(N);
  for(int i=0;i<N;i++){
    float tt=t-dt*float(i);
    vec3 a=vnoiseD(p*1.7+vec2(4.0,-tt*0.16)),b=vnoiseD(p*3.9+vec2(tt*0.10,-tt*0.30)+9.0),c=vnoiseD(p*8.5+vec2(-tt*0.2,-tt*0.45));
    p-=(turb*(vec2(a.z,-a.y)*0.120+vec2(b.z,-b.y)*0.058+vec2(c.z,-c.y)*0.020)+vec2(0.030,0.105))*dt;
  }
  // the puffs as they were released, low in the frame
  vec2 q=p*vec2(1.6,1.1)-vec2(0.0,t*0.055);
  float n=fbm(q*1.35+3.0,5),r=1.0-abs(2.0*fbm(q*2.6+vec2(17.0,t*0.03),4)-1.0);
  float env=smoothstep(0.95,-0.55,uv.y+0.35*uv.x*uv.x)*smoothstep(1.15,0.25,abs(p.x));
  float d=sat((n-0.44)*2.6)*(0.35+0.95*r*r)*env;
  float e=0.035;float n2=fbm((q+vec2(e*2.0,e*1.4))*1.35+3.0,4),n3=fbm((q-vec2(e*2.0,-e*0.6))*1.35+3.0,4);
  float la=sat(0.42+(n-n2)*5.0),lb=sat(0.42+(n-n3)*5.0);
  vec3 col=c1*la*smoothstep(0.9,-0.6,uv.x*-0.6)*1.0+c2*lb*smoothstep(0.9,-0.6,uv.x*0.6);
  return bg+col*(1.0-exp(-d*2.2))*0.85;
}
vec3 ink(vec2 uv,float t){
  vec2 p=uv*zoom;float age=t;const int N=30;float dt=age/float(N);float cs=1.0;
  vec2 dxp=p;
  for(int i=0;i<N;i++){
    float tt=age-dt*float(i);
    float g=turb*(0.35+0.65*smoothstep(0.0,3.5,tt));
    vec3 a=vnoiseD(p*1.55+vec2(3.0,-0.10*tt)),b=vnoiseD(p*3.5+vec2(-0.06*tt,11.0+0.16*tt)),c=vnoiseD(p*7.9+vec2(21.0,0.22*tt)),e=vnoiseD(p*17.0+vec2(5.0,-0.3*tt));
    vec2 v=vec2(a.z,-a.y)*0.150+vec2(b.z,-b.y)*0.078+vec2(c.z,-c.y)*0.034+vec2(e.z,-e.y)*0.012*smoothstep(0.5,3.0,tt);
    // the plume falls and rolls over at its head
    float fall=0.0;
    for(int k=0;k<3;k++){float fk=float(k);float x0=(fk-1.0)*0.42+0.08*sin(fk*5.0);float hy=0.55-tt*(0.155+0.03*fk)*1.0;vec2 q=p-vec2(x0,hy);float r2=dot(q,q);
      fall-=0.17*exp(-q.x*q.x*26.0)*smoothstep(-0.12,0.15,q.y);
      vec2 lo=q-vec2(0.11,0.02),lm=q-vec2(-0.11,0.02);
      v+=0.040*(vec2(-lo.y,lo.x)*exp(-dot(lo,lo)*45.0)-vec2(-lm.y,lm.x)*exp(-dot(lm,lm)*45.0))*8.0;}
    v=v*g+vec2(0.0,fall);
    p-=v*dt;
  }
  // where the dye was released: three streams just under the surface
  float d=0.0;vec2 hue=vec2(0.0);
  for(int k=0;k<3;k++){float fk=float(k);float x0=(fk-1.0)*0.42+0.08*sin(fk*5.0);float on=smoothstep(0.0,0.5,t-fk*0.2+1.2);
    float w=0.050+0.012*fk;float q=exp(-pow((p.x-x0)/w,2.0)*0.8)*smoothstep(0.36,0.62,p.y);d+=q*on;hue+=vec2(q*(fk-1.0),q);}
  float lines=0.55+0.9*vnoise(vec2(p.x*70.0,p.y*9.0))*vnoise(vec2(p.x*31.0+7.0,p.y*5.0));
  d*=lines;
  float veil=0.16*exp(-pow(p.x/0.75,2.0))*smoothstep(0.30,0.75,p.y)*(0.5+vnoise(p*9.0));
  float m=sat(0.5+0.5*hue.x/max(hue.y,1e-3));
  vec3 absb=mix(c1,c2,m);
  float vig=1.0-0.25*dot(uv,uv);
  vec3 light=bg*vig*(1.0+0.18*uv.y);
  if(lum(bg)>0.25)return light*exp(-(d*2.6+veil)*absb*2.2);
  return light+absb*(1.0-exp(-d*1.5))*0.95+absb*veil*0.35+c3*pow(sat(d*0.8),3.0)*0.5;
}
vec3 pigment(float u){ // ordered bands of color
  float k=fract(u)*4.0;float f=fract(k);f=smoothstep(0.35,0.65,f);
  if(k<1.0)return mix(c1,c2,f);if(k<2.0)return mix(c2,c3,f);if(k<3.0)return mix(c3,c4,f);return mix(c4,c1,f);
}
float cream(vec2 p0,float t,out float lay){
  vec2 p=p0;const int N=30;float T=mode<2.5?2.2+t:1.9+0.55*t;float dt=T/float(N);
  for(int i=0;i<N;i++){
    float tt=T-dt*float(i);float r=length(p);
    vec2 tang=vec2(-p.y,p.x)/(r+0.12);
    float om=mode<2.5?0.62*exp(-r*1.5)+0.10:0.0;
    vec3 a=vnoiseD(p*2.2+vec2(5.0,0.10*tt)),b=vnoiseD(p*4.9+vec2(0.10*tt,13.0)),c=vnoiseD(p*1.0+vec2(7.0,0.06*tt)),e=vnoiseD(p*11.0+vec2(0.15*tt,2.0));
    vec2 v=tang*om*r*2.6+turb*(vec2(a.z,-a.y)*0.085+vec2(b.z,-b.y)*0.034+vec2(c.z,-c.y)*0.13+vec2(e.z,-e.y)*0.010);
    p-=v*dt;
  }
  if(mode<2.5){
    lay=0.0;vec2 s=p-vec2(-0.12,0.10);float stream=exp(-dot(s,s)*9.0);
    float arm=exp(-pow((p.x*0.75+p.y*0.5-0.10*sin(p.y*6.0))*6.5,2.0))*smoothstep(0.95,0.15,length(p));
    float n=fbm(p*3.4,4);
    return sat(stream*0.95+arm*0.75+0.65*smoothstep(0.56,0.76,n)-0.06);
  }
  lay=p.x*0.75+0.34*p.y+0.55*vnoise(p*1.3)+0.10*vnoise(p*4.0);
  return lay;
}
vec3 scene(vec2 fc){
  float t=uTime*pace;vec2 uv=screen(fc)+handheld(uTime*0.4,0.004);
  if(mode<0.5)return smoke(uv/zoom,t);
  if(mode<1.5)return ink(uv,t);
  float lay;
  if(mode<2.5){
    vec2 q=uv-vec2(0.10,-0.02);q.y*=1.10;float r=length(q)*zoom;float R=0.56;
    vec3 col;
    if(r<R){
      float k=cream(q*zoom*1.35,t,lay);
      float e=0.004;float l2;float kx=cream((q+vec2(e,0.0))*zoom*1.35,t,l2)-k;
      vec3 base=mix(c1,c2,smoothstep(0.02,0.55,k));base=mix(base,c3,smoothstep(0.45,0.95,k));
      base*=0.93+0.14*fbm(q*60.0,2);
      col=base*1.15+base*clamp(kx*6.0,-0.2,0.2);
      // fine bubbles gather at the wall
      vec4 b=cells(q*64.0);float bb=smoothstep(R-0.050,R-0.006,r+0.03*(fbm(q*9.0+t*0.05,3)-0.5));float br=0.20+0.25*rnd2(b.zw);
      float ring=smoothstep(br,br*0.8,b.x)*(1.0-0.6*smoothstep(br*0.75,0.0,b.x));
      col=mix(col,c2*1.2+0.10,ring*bb*0.65);
      col+=0.35*smoothstep(0.10,0.0,length(fract(q*64.0)-0.5))*0.0;
      // window reflection and the shade of the rim
      vec2 w=rot(0.5)*(q-vec2(-0.20,0.22));float win=smoothstep(0.045,-0.02,max(abs(w.x)-0.10,abs(w.y)-0.055))*(1.0-smoothstep(0.004,0.0,abs(w.x))*0.8);
      col+=vec3(0.75,0.85,1.0)*0.09*win*(0.5+0.3*vnoise(q*14.0+t*0.3));
      col*=0.45+0.55*smoothstep(R,R-0.16,r+0.07*dot(normalize(q),vec2(0.6,-0.8)));
      float men=smoothstep(R-0.012,R-0.003,r);col=mix(col,c1*0.5,men*0.6);
    }else{
      float rim=(r-R)/0.060;vec3 cer=vec3(0.80,0.78,0.74);
      if(rim<1.0){float n=sin(rim*PI);float a=atan(q.y,q.x);col=cer*(0.45+0.35*n+0.35*pow(n,3.0)*sat(dot(normalize(q),vec2(-0.6,0.8))*0.5+0.5))+0.5*pow(n,14.0)*smoothstep(0.4,1.0,sin(a*1.0-0.9));col*=smoothstep(0.0,0.10,rim)*0.6+0.4;}
      else{vec2 wv=rot(0.12)*uv;float g=fbm(vec2(wv.x*2.2,wv.y*24.0)+0.8*fbm(wv*vec2(1.5,4.0),3),5);float g2=vnoise(vec2(wv.x*6.0,wv.y*150.0));
        col=mix(vec3(0.075,0.036,0.018),vec3(0.21,0.115,0.058),g)*(0.85+0.25*g2);
        float sh=smoothstep(0.0,0.26,(r-R-0.06)-0.05*dot(normalize(q),vec2(-0.6,0.8)));col*=0.25+0.75*sh;col*=1.0+0.6*smoothstep(0.6,-0.9,uv.x-uv.y);}
    }
    return col*(0.9+0.3*dot(uv,vec2(-0.5,0.5)));
  }
  vec2 q=uv*zoom+vec2(0.03*t,0.0);
  float a=cream(q,t,lay);float e=0.0035;float lx,ly;cream(q+vec2(e,0.0),t,lx);cream(q+vec2(0.0,e),t,ly);
  vec2 g=vec2(lx-a,ly-a)/e;
  float u=a*1.35;
  vec3 col=pigment(u);
  float gold=smoothstep(0.06,0.0,abs(fract(u*2.0+0.1)-0.5)-0.015/(1.0+0.3*length(g)))*smoothstep(0.45,0.7,vnoise(q*3.0+9.0));
  vec2 gn=g*0.05*cos(u*TAU*2.0)+0.25*(vnoiseD(q*2.0).yz);
  vec3 n=normalize(vec3(-gn,1.0));vec3 l=normalize(vec3(-0.5,0.6,0.75));
  float sp=pow(max(dot(reflect(vec3(0.0,0.0,-1.0),n),l),0.0),26.0);
  col*=0.72+0.36*max(dot(n,l),0.0);
  col=mix(col,vec3(1.0,0.70,0.28)*(0.35+1.4*sp+0.5*vnoise(q*160.0)),gold*0.85);
  vec4 c=cells(q*5.0+9.0);float br=0.06+0.10*rnd2(c.zw);if(rnd2(c.zw+5.0)>0.86){float k=smoothstep(br,br*0.9,c.x);col=mix(col,pigment(u+0.25),k*0.9);}
  return col+sp*0.32;
}
